//! Request and response: the client asks, the server answers with so many bytes, the client waits
//! and asks again, all over one connection (as HTTP with persistent connections does, RFC 9112
//! Sec. 9.3, one request at a time).

use skyseam_base::{Duration, RandomStream, SimTime};
use skyseam_params::parameters;
use skyseam_params::values::{Count, Span};
use skyseam_trace::Event;

use super::file::FileSize;
use super::kind::{Kind, Service, Session};
use super::stream::{StreamApp, StreamIo};

parameters! {
    /// Requests over one connection, each answered before the next; TCP of the stacks "rfc" and
    /// "linux" and QUIC carry it.
    pub struct RequestResponse "request-response" from "RFC 9112 Sec. 9.3" {
        /// Length of a request.
        request: FileSize = 300,
        /// Length of a response.
        response: FileSize,
        /// From the last byte of a response to the next request.
        think: Span = Duration::ZERO,
        /// Number of requests.
        count: Count<1, { u32::MAX }> = 1,
    }
}

impl Kind for RequestResponse {
    fn service(&self) -> Service {
        Service::Stream
    }

    /// # Panics
    /// When requests or responses are empty, or there is none.
    fn open(&self, _: SimTime, _: RandomStream) -> Session {
        assert!(self.request > 0 && self.response > 0, "an empty message");
        assert!(self.count > 0, "no request");
        let asked = None;
        Session::Stream {
            client: Box::new(Client {
                config: self.clone(),
                asked,
                due: None,
                got: 0,
                answered: 0,
            }),
            server: Box::new(Server { config: self.clone(), got: 0 }),
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
        io.write(self.config.request);
    }
}

impl StreamApp for Client {
    fn on_open(&mut self, io: &mut StreamIo<'_>) {
        self.ask(io);
    }

    fn on_data(&mut self, bytes: u64, io: &mut StreamIo<'_>) {
        self.got += bytes;
        let Some(asked) = self.asked.filter(|_| self.got >= self.config.response) else {
            return;
        };
        self.got -= self.config.response;
        self.asked = None;
        let (flow, number, bytes) = (io.flow(), self.answered, self.config.response);
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
        while self.got >= self.config.request {
            self.got -= self.config.request;
            io.write(self.config.response);
        }
    }
}
