//! Request and response: the client asks, the server answers with so many bytes, the client waits
//! and asks again, all over one connection (as HTTP with persistent connections does, RFC 9112
//! Sec. 9.3, one request at a time).

use skyseam_base::{Duration, RandomStream, SimTime};
use skyseam_trace::Event;

use super::{Entry, Kind, Service, Session, StreamApp, StreamIo};

/// The registry's entry.
pub const ENTRY: Entry = Entry {
    name: "request-response",
    summary: "The client asks, the server answers, the client waits and asks again.",
    service: Service::Stream,
};

/// Requests of one size, responses of one size, over one connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestResponse {
    /// Bytes of a request, not zero.
    pub request_bytes: u64,
    /// Bytes of a response, not zero.
    pub response_bytes: u64,
    /// From a response's last byte to the next request.
    pub think: Duration,
    /// Number of requests, not zero.
    pub count: u32,
}

impl Kind for RequestResponse {
    fn entry(&self) -> Entry {
        ENTRY
    }

    /// # Panics
    /// When requests or responses are empty, or there is none.
    fn open(&self, _: SimTime, _: RandomStream) -> Session {
        assert!(self.request_bytes > 0 && self.response_bytes > 0, "an empty message");
        assert!(self.count > 0, "no request");
        let (config, asked) = (*self, None);
        Session::Stream {
            client: Box::new(Client { config, asked, due: None, got: 0, answered: 0 }),
            server: Box::new(Server { config, got: 0 }),
        }
    }
}

/// The end that asks.
#[derive(Debug)]
struct Client {
    config: RequestResponse,
    /// When the request under way was written.
    asked: Option<SimTime>,
    /// When the next one is due.
    due: Option<SimTime>,
    /// Bytes of the response under way.
    got: u64,
    answered: u32,
}

impl Client {
    fn ask(&mut self, io: &mut StreamIo<'_>) {
        self.due = None;
        self.asked = Some(io.now());
        io.write(self.config.request_bytes);
    }
}

impl StreamApp for Client {
    fn on_open(&mut self, io: &mut StreamIo<'_>) {
        self.ask(io);
    }

    fn on_data(&mut self, bytes: u64, io: &mut StreamIo<'_>) {
        self.got += bytes;
        let Some(asked) = self.asked.filter(|_| self.got >= self.config.response_bytes) else {
            return;
        };
        self.got -= self.config.response_bytes;
        self.asked = None;
        let (flow, number, bytes) = (io.flow(), self.answered, self.config.response_bytes);
        io.record(Event::Responded { flow, number, asked, bytes });
        self.answered += 1;
        if self.answered == self.config.count {
            io.close();
        } else if self.config.think.is_zero() {
            self.ask(io);
        } else {
            self.due = Some(io.now().saturating_add(self.config.think));
        }
    }

    fn on_timer(&mut self, io: &mut StreamIo<'_>) {
        self.ask(io);
    }

    fn poll_timeout(&self) -> Option<SimTime> {
        self.due
    }

    fn replies(&self) -> u64 {
        u64::from(self.answered)
    }
}

/// The end that answers.
#[derive(Debug)]
struct Server {
    config: RequestResponse,
    /// Bytes of the request under way.
    got: u64,
}

impl StreamApp for Server {
    fn on_data(&mut self, bytes: u64, io: &mut StreamIo<'_>) {
        self.got += bytes;
        while self.got >= self.config.request_bytes {
            self.got -= self.config.request_bytes;
            io.write(self.config.response_bytes);
        }
    }
}
