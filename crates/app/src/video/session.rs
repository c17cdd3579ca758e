//! The two endpoints of a video flow: a client that requests segment after segment, and a server
//! that sends them.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use skyseam_base::{Duration, SimTime};
use skyseam_endpoint::app::stream::{StreamApp, StreamIo};
use skyseam_trace::{Event, Playback, Segment};

use super::Video;
use super::abr::estimate::Estimate;
use super::abr::{AdaptationRule, DownloadedSegment, PlayerState};
use super::player::Player;
use super::presentation::Presentation;

/// Sizes requested by the requests in flight, bytes: the content of their text, since a stream only
/// carries counts.
type Requests = Arc<Mutex<VecDeque<u64>>>;

/// Creates the client and the server of a flow.
pub(super) fn pair(video: &Video, presentation: &Arc<Presentation>) -> (Client, Server) {
    let requests = Requests::default();
    let client = Client {
        presentation: presentation.clone(),
        requests: requests.clone(),
        request: video.request,
        limit: video.buffer,
        rule: video.abr.begin(presentation),
        estimate: Estimate::default(),
        player: Player::new(video.startup(), video.resume()),
        fetched: Vec::new(),
        number: 0,
        phase: ClientState::Idle,
    };
    (client, Server { requests, request: video.request, got: 0 })
}

/// State of the client.
#[derive(Clone, Copy, Debug)]
enum ClientState {
    /// No activity: the connection is not established yet, or everything was received.
    Idle,
    /// Waiting for room in the buffer.
    Full { until: SimTime },
    /// Waiting before a request, as the rule decided.
    Pausing { until: SimTime, level: usize },
    /// Receiving a segment, with the number of bytes so far.
    Fetching { level: usize, asked: SimTime, bytes: u64, got: u64 },
}

/// Endpoint that plays the video.
#[derive(Debug)]
pub(super) struct Client {
    presentation: Arc<Presentation>,
    requests: Requests,
    request: u64,
    limit: Duration,
    rule: Box<dyn AdaptationRule>,
    estimate: Estimate,
    player: Player,
    /// Last segments that arrived, as many as [`PlayerState::HISTORY_LEN`].
    fetched: Vec<DownloadedSegment>,
    /// Number of the current segment, or of the next.
    number: u32,
    phase: ClientState,
}

impl Client {
    /// Requests the next segment as soon as there is room for it; closes after the last.
    fn go_on(&mut self, io: &mut StreamIo<'_>) {
        if self.number == self.presentation.segments() {
            self.phase = ClientState::Idle;
            return io.close();
        }
        let now = io.now();
        let until = self.player.room_from(now, self.presentation.length(self.number), self.limit);
        if until > now {
            self.phase = ClientState::Full { until };
            return;
        }
        let view = PlayerState {
            now,
            number: self.number,
            buffer: self.player.buffered(now),
            throughput_bps: self.estimate.throughput_bps(),
            fetched: &self.fetched,
            limit: self.limit,
        };
        let choice = self.rule.choose(&view);
        let level = choice.level.min(self.presentation.ladder().len() - 1);
        if choice.pause.is_zero() {
            self.ask(level, io);
        } else {
            self.phase = ClientState::Pausing { until: now.saturating_add(choice.pause), level };
        }
    }

    fn ask(&mut self, level: usize, io: &mut StreamIo<'_>) {
        let bytes = self.presentation.bytes(self.number, level);
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).push_back(bytes);
        self.phase = ClientState::Fetching { level, asked: io.now(), bytes, got: 0 };
        io.write(self.request);
    }

    fn on_segment(&mut self, level: usize, asked: SimTime, bytes: u64, io: &mut StreamIo<'_>) {
        let (now, number) = (io.now(), self.number);
        if self.player.has_run_empty(now) {
            self.rule.on_stall();
        }
        let length = self.presentation.length(number);
        let buffer = self.player.buffered(now);
        let fetched =
            DownloadedSegment { number, level, bytes, length, asked, finished: now, buffer };
        self.estimate.add(bytes, now.saturating_since(asked));
        self.rule.on_segment(&fetched);
        if self.fetched.len() == PlayerState::HISTORY_LEN {
            self.fetched.remove(0);
        }
        self.fetched.push(fetched);
        self.number += 1;
        self.player.add(now, length, self.number == self.presentation.segments());
        let segment = Segment {
            number,
            of: self.presentation.segments(),
            level: level as u32,
            bitrate_bps: self.presentation.ladder()[level].as_bps(),
            bytes,
            asked,
            length,
            playback: Playback {
                buffered: self.player.buffered(now),
                started: self.player.started(),
                plays_until: self.player.plays_until(),
                stalls: self.player.stalls(),
                stalled: self.player.stalled(),
                stalled_since: self.player.stalled_since(),
            },
        };
        io.record(Event::SegmentArrived { flow: io.flow(), segment: &segment });
        self.go_on(io);
    }
}

impl StreamApp for Client {
    fn on_open(&mut self, io: &mut StreamIo<'_>) {
        self.go_on(io);
    }

    fn on_data(&mut self, bytes: u64, io: &mut StreamIo<'_>) {
        let ClientState::Fetching { level, asked, bytes: size, got } = &mut self.phase else {
            unreachable!("bytes that were not requested")
        };
        *got += bytes;
        assert!(*got <= *size, "{got} bytes of a segment of {size}");
        if *got == *size {
            let (level, asked, size) = (*level, *asked, *size);
            self.on_segment(level, asked, size, io);
        }
    }

    fn on_timer(&mut self, io: &mut StreamIo<'_>) {
        match self.phase {
            ClientState::Full { .. } => self.go_on(io),
            ClientState::Pausing { level, .. } => self.ask(level, io),
            ClientState::Idle | ClientState::Fetching { .. } => {}
        }
    }

    fn poll_timeout(&self) -> Option<SimTime> {
        match self.phase {
            ClientState::Full { until } | ClientState::Pausing { until, .. } => Some(until),
            ClientState::Idle | ClientState::Fetching { .. } => None,
        }
    }

    fn replies(&self) -> u64 {
        u64::from(self.number)
    }
}

/// Endpoint that sends the segments.
#[derive(Debug)]
pub(super) struct Server {
    requests: Requests,
    request: u64,
    /// Bytes received of the current request.
    got: u64,
}

impl StreamApp for Server {
    fn on_data(&mut self, bytes: u64, io: &mut StreamIo<'_>) {
        self.got += bytes;
        while self.got >= self.request {
            self.got -= self.request;
            let asked = self.requests.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
            io.write(asked.expect("the requested bytes"));
        }
    }
}
