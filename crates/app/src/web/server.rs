//! The server: it answers each request after all of it has arrived and a processing time.

use std::collections::{BTreeMap, VecDeque};

use skyseam_base::SimTime;
use skyseam_endpoint::app::session::{
    ReceivedChunk, SessionApp, SessionIo, StreamKey, TaggedChunk,
};

use super::page_model::Pages;
use super::{FRAME_HEADER, Http, Item, Part, Web, of_tag, tag_of};

/// Content of the largest frame of HTTP/2 (default SETTINGS_MAX_FRAME_SIZE, RFC 9113 Sec. 6.5.2),
/// bytes.
const LARGEST_FRAME: u64 = 16_384;

/// Bytes that a server of HTTP/2 collects before it writes (an assumption; servers differ).
const BUFFER: u64 = LARGEST_FRAME;

/// A response of HTTP/2 in transmission.
#[derive(Debug)]
struct Response {
    item: Item,
    has_headers: bool,
    /// Number of bytes of content not written yet.
    left: u64,
}

/// Endpoint that answers.
#[derive(Debug)]
pub(super) struct Server {
    config: Web,
    pages: Pages,
    /// Requests in processing, by the time when their response is ready and the order of their
    /// arrival.
    thinking: BTreeMap<(SimTime, u64), (StreamKey, Item)>,
    asked: u64,
    /// Responses in transmission over connections of HTTP/2.
    sending: BTreeMap<u16, VecDeque<Response>>,
}

impl Server {
    pub fn new(config: Web, pages: Pages) -> Self {
        let (thinking, sending) = (BTreeMap::new(), BTreeMap::new());
        Self { config, pages, thinking, asked: 0, sending }
    }

    fn answer(&mut self, stream: StreamKey, item: Item, io: &mut SessionIo<'_>) {
        let size = self.pages.of_visit(item.visit).objects[item.object].size;
        let bytes = self.config.response_header + size;
        let whole = TaggedChunk { tag: tag_of(item, Part::Whole), bytes };
        match self.config.http {
            Http::Http10 => {
                io.send_last(stream, whole);
                io.close(stream.connection);
            }
            Http::Http11 => io.send(stream, whole),
            Http::Http2 => {
                let response = Response { item, has_headers: false, left: size };
                self.sending.entry(stream.connection).or_default().push_back(response);
                io.notify_writable(stream.connection);
            }
            Http::Http3 => io.send_last(stream, whole),
        }
    }
}

impl SessionApp for Server {
    fn on_data(&mut self, arrival: ReceivedChunk, io: &mut SessionIo<'_>) {
        if !arrival.is_complete() {
            return;
        }
        let (item, _) = of_tag(arrival.piece.tag);
        if self.config.server_think.is_zero() {
            self.answer(arrival.stream, item, io);
        } else {
            let due = io.now().saturating_add(self.config.server_think);
            self.thinking.insert((due, self.asked), (arrival.stream, item));
            self.asked += 1;
        }
    }

    /// Writes the next frames of HTTP/2, one of each response in rotation: as many as fill a
    /// buffer, since servers write short frames together.
    fn on_writable(&mut self, connection: u16, io: &mut SessionIo<'_>) {
        let Some(queue) = self.sending.get_mut(&connection) else { return };
        let stream = StreamKey { connection, stream: 0 };
        let mut written = 0;
        while written < BUFFER
            && let Some(mut response) = queue.pop_front()
        {
            if !std::mem::replace(&mut response.has_headers, true) {
                let bytes = FRAME_HEADER + self.config.response_header;
                io.send(stream, TaggedChunk { tag: tag_of(response.item, Part::Headers), bytes });
                written += bytes;
            }
            let content = response.left.min(LARGEST_FRAME);
            let bytes = FRAME_HEADER + content;
            io.send(stream, TaggedChunk { tag: tag_of(response.item, Part::Data), bytes });
            written += bytes;
            response.left -= content;
            if response.left > 0 && self.config.interleave {
                queue.push_back(response);
            } else if response.left > 0 {
                queue.push_front(response);
            }
        }
        if !queue.is_empty() {
            io.notify_writable(connection);
        }
    }

    fn on_closed(&mut self, connection: u16, io: &mut SessionIo<'_>) {
        self.sending.remove(&connection);
        io.close(connection);
    }

    fn on_timer(&mut self, io: &mut SessionIo<'_>) {
        while let Some(next) = self.thinking.first_entry()
            && next.key().0 <= io.now()
        {
            let (stream, item) = next.remove();
            self.answer(stream, item, io);
        }
    }

    fn poll_timeout(&self) -> Option<SimTime> {
        self.thinking.keys().next().map(|(due, _)| *due)
    }

    fn is_done(&self) -> bool {
        true
    }
}
