//! The receiving side of a QUIC flow: reads the stream in order and compares it with what was sent.

use quinn_proto::{Connection, Dir, StreamEvent, StreamId};

use super::test_pattern;

/// Reader of a stream.
#[derive(Debug, Default)]
pub(super) struct Download {
    stream: Option<StreamId>,
    delivered: u64,
    is_at_end: bool,
}

/// Result of reading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Read {
    /// Number of new in-order bytes.
    pub bytes: u64,
    /// Whether they differ from the bytes sent.
    pub is_wrong: bool,
    /// Whether flow control may have frames to send.
    pub is_due: bool,
}

impl Download {
    /// Total number of bytes read.
    pub fn delivered(&self) -> u64 {
        self.delivered
    }

    /// Whether the peer has closed its stream and everything was read.
    pub fn is_at_end(&self) -> bool {
        self.is_at_end
    }

    /// Reads the data available after `event`.
    pub fn on_event(&mut self, connection: &mut Connection, event: &StreamEvent) -> Read {
        let mut is_due = false;
        match event {
            StreamEvent::Opened { dir: Dir::Uni } => {
                if self.stream.is_none() {
                    self.stream = connection.streams().accept(Dir::Uni);
                }
                is_due = true;
            }
            StreamEvent::Readable { id } if self.stream == Some(*id) => {}
            _ => return Read::default(),
        }
        let Some(id) = self.stream else { return Read::default() };
        let read = self.read(connection, id);
        Read { is_due: is_due || read.is_due, ..read }
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
            if !test_pattern::agrees(self.delivered, &chunk.bytes) {
                read.is_wrong = true;
                break;
            }
            self.delivered += chunk.bytes.len() as u64;
            read.bytes += chunk.bytes.len() as u64;
        }
        read.is_due = chunks.finalize().should_transmit();
        read
    }
}
