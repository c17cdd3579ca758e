//! The receiving side of a QUIC flow: reads the stream in order and compares it with what was sent.

use quinn_proto::{Connection, Dir, StreamEvent, StreamId};

use super::content;

/// What an end has read.
#[derive(Debug, Default)]
pub(super) struct Download {
    stream: Option<StreamId>,
    delivered: u64,
    is_at_end: bool,
}

/// What reading brought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Read {
    /// Bytes that are new, in order.
    pub bytes: u64,
    /// Whether they are not what was sent.
    pub is_wrong: bool,
}

impl Download {
    /// Bytes read in all.
    pub fn delivered(&self) -> u64 {
        self.delivered
    }

    /// Whether the other end has closed its stream and everything was read.
    pub fn is_at_end(&self) -> bool {
        self.is_at_end
    }

    /// Reads what there is after `event`.
    pub fn on_event(&mut self, connection: &mut Connection, event: &StreamEvent) -> Read {
        match event {
            StreamEvent::Opened { dir: Dir::Uni } => {
                if self.stream.is_none() {
                    self.stream = connection.streams().accept(Dir::Uni);
                }
            }
            StreamEvent::Readable { id } if self.stream == Some(*id) => {}
            _ => return Read::default(),
        }
        let Some(id) = self.stream else { return Read::default() };
        self.read(connection, id)
    }

    fn read(&mut self, connection: &mut Connection, id: StreamId) -> Read {
        let mut read = Read::default();
        let mut stream = connection.recv_stream(id);
        let Ok(mut chunks) = stream.read(true) else { return read };
        loop {
            let chunk = match chunks.next(usize::MAX) {
                Ok(Some(chunk)) => chunk,
                Ok(None) => {
                    self.is_at_end = true;
                    break;
                }
                Err(_) => break,
            };
            if !content::agrees(self.delivered, &chunk.bytes) {
                read.is_wrong = true;
                break;
            }
            self.delivered += chunk.bytes.len() as u64;
            read.bytes += chunk.bytes.len() as u64;
        }
        // What flow control has to say goes out with the next packet: the caller polls for one.
        let _ = chunks.finalize();
        read
    }
}
