//! Request and response: the client sends a request, the server answers with a number of bytes, the
//! client waits and repeats, all over one connection (as HTTP with persistent connections does, RFC
//! 9112 Sec. 9.3, one request at a time).
//!
//! Both endpoints know all sizes: if they are random, each endpoint draws the same ones from
//! streams of the same name.

use skyseam_base::{Duration, RandomStream, SimTime};
use skyseam_endpoint::app::stream::{StreamApp, StreamIo};
use skyseam_params::parameters;
use skyseam_params::values::Count;
use skyseam_trace::Event;

use super::distributions::{Sizes, Spans};
use super::kind::{AppEndpoints, ApplicationKind, TransportService};

parameters! {
    /// Requests over one connection, each answered before the next; TCP of the stacks "rfc" and
    /// "linux" and QUIC carry it.
    pub struct RequestResponse "request-response" from "RFC 9112 Sec. 9.3" {
        /// Size of a request, or its distribution.
        request: Sizes = Sizes::Always(300),
        /// Size of a response, or its distribution.
        response: Sizes,
        /// Time from the last byte of a response to the next request, or its distribution.
        think: Spans = Spans::Always(Duration::ZERO),
        /// Number of requests.
        count: Count<1, { u32::MAX }> = 1,
    }
}

impl ApplicationKind for RequestResponse {
    fn service(&self) -> TransportService {
        TransportService::Stream
    }

    /// # Panics
    /// If there is no request.
    fn open(&self, _: SimTime, random: RandomStream) -> AppEndpoints {
        assert!(self.count > 0, "no request");
        let exchanges = || Exchanges {
            config: self.clone(),
            requests: random.part(1),
            responses: random.part(2),
            request: 0,
            response: 0,
        };
        AppEndpoints::Stream {
            client: Box::new(Client {
                exchanges: exchanges(),
                pauses: random.part(3),
                asked: None,
                due: None,
                got: 0,
                answered: 0,
            }),
            server: Box::new(Server { exchanges: exchanges(), got: 0, is_asked: false }),
        }
    }
}

/// Sizes of successive exchanges.
#[derive(Debug)]
struct Exchanges {
    config: RequestResponse,
    requests: RandomStream,
    responses: RandomStream,
    /// Sizes of the current exchange.
    request: u64,
    response: u64,
}

impl Exchanges {
    /// Advances to the next exchange.
    ///
    /// # Panics
    /// If its request or response is empty.
    fn advance(&mut self) {
        self.request = self.config.request.next(&mut self.requests);
        self.response = self.config.response.next(&mut self.responses);
        assert!(self.request > 0 && self.response > 0, "an empty message");
    }
}

/// Endpoint that sends requests.
#[derive(Debug)]
struct Client {
    exchanges: Exchanges,
    /// Random stream of the pauses.
    pauses: RandomStream,
    /// Time when the current request was written.
    asked: Option<SimTime>,
    /// Time of the next request.
    due: Option<SimTime>,
    /// Bytes received of the current response.
    got: u64,
    answered: u32,
}

impl Client {
    fn ask(&mut self, io: &mut StreamIo<'_>) {
        self.due = None;
        self.asked = Some(io.now());
        self.exchanges.advance();
        io.write(self.exchanges.request);
    }
}

impl StreamApp for Client {
    fn on_open(&mut self, io: &mut StreamIo<'_>) {
        self.ask(io);
    }

    fn on_data(&mut self, bytes: u64, io: &mut StreamIo<'_>) {
        self.got += bytes;
        let response = self.exchanges.response;
        let Some(asked) = self.asked.filter(|_| self.got >= response) else {
            return;
        };
        self.got -= response;
        self.asked = None;
        let (flow, number) = (io.flow(), self.answered);
        io.record(Event::Responded { flow, number, asked, bytes: response });
        self.answered += 1;
        if self.answered == self.exchanges.config.count {
            io.close();
            return;
        }
        let pause = self.exchanges.config.think.next(&mut self.pauses);
        if pause.is_zero() {
            self.ask(io);
        } else {
            self.due = Some(io.now().saturating_add(pause));
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

/// Endpoint that answers.
#[derive(Debug)]
struct Server {
    exchanges: Exchanges,
    /// Bytes received of the current request.
    got: u64,
    /// Whether the sizes of the current exchange are known.
    is_asked: bool,
}

impl StreamApp for Server {
    fn on_data(&mut self, bytes: u64, io: &mut StreamIo<'_>) {
        self.got += bytes;
        while self.got > 0 {
            if !std::mem::replace(&mut self.is_asked, true) {
                self.exchanges.advance();
            }
            if self.got < self.exchanges.request {
                break;
            }
            self.got -= self.exchanges.request;
            self.is_asked = false;
            io.write(self.exchanges.response);
        }
    }
}

#[cfg(test)]
mod tests {
    use skyseam_base::{FlowId, RandomStream};
    use skyseam_endpoint::app::stream::{Driver, StreamNotification, StreamRequest};
    use skyseam_trace::NullRecorder;

    use super::*;

    /// Goal: no endpoint writes after the end of a direction when a peer closes early, or sends
    /// after it has closed. Method: both endpoints of requests and responses, notified by hand: a
    /// request, the peer's end, then the due timer or late data.
    #[test]
    fn nothing_is_written_behind_the_end() {
        let exchanges = RequestResponse {
            request: Sizes::Always(300),
            response: Sizes::Always(9_000),
            think: Spans::Always(skyseam_base::Duration::from_millis(5)),
            count: 4,
        };
        let random = RandomStream::new(1, "closing");
        let AppEndpoints::Stream { client, server } = exchanges.open(SimTime::ZERO, random) else {
            panic!("requests and responses are over a stream");
        };
        let [mut client, mut server] = [client, server].map(|app| Driver::new(FlowId(0), app));
        let tell = |driver: &mut Driver, ms: u64, notice| {
            driver.notify(SimTime::from_nanos(ms * 1_000_000), notice, &mut NullRecorder)
        };
        let wish = |write, close| StreamRequest { write, close };
        assert_eq!(tell(&mut server, 0, StreamNotification::Open), wish(0, false));
        assert_eq!(tell(&mut server, 1, StreamNotification::Data(300)), wish(9_000, false));
        assert_eq!(tell(&mut server, 2, StreamNotification::PeerClosed), wish(0, true));
        assert_eq!(tell(&mut server, 3, StreamNotification::Data(900)), wish(0, false));
        assert_eq!(tell(&mut server, 4, StreamNotification::PeerClosed), wish(0, false));
        assert!(server.has_all());
        assert_eq!(tell(&mut client, 0, StreamNotification::Open), wish(300, false));
        assert_eq!(tell(&mut client, 10, StreamNotification::Data(9_000)), wish(0, false));
        assert_eq!(tell(&mut client, 11, StreamNotification::PeerClosed), wish(0, true));
        assert_eq!(client.poll_timeout(), Some(SimTime::from_nanos(15_000_000)));
        assert_eq!(tell(&mut client, 15, StreamNotification::Timer), wish(0, false));
        assert_eq!((client.poll_timeout(), client.replies()), (None, 1));
    }
}
