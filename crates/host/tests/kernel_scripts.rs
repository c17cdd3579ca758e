//! Goal: with the same inputs, the stack `linux` sends what Linux 6.18 sent, packet by packet.
//! Method: scripts of arrivals and calls are played to one end of a connection, each line at the
//! instant at which the kernel got it. Packets, their times and `tcp_info` are compared with the
//! kernel's record; `data/kernel_scripts/README.md` describes the form and the source.

use std::fmt::Write;

use skyseam_base::{Duration, FlowId, NodeId, RandomStream, SimTime};
use skyseam_endpoint::app::{StreamApp, StreamIo};
use skyseam_endpoint::transport::{ConnectionPayload, FlowSetup, Transport};
use skyseam_endpoint::{BoxedEndpoint, SharedState};
use skyseam_packet::{Body, Packet, SackBlock, SeqNumber, TcpFlags, TcpSegment, Timestamps};
use skyseam_tcp::{Linux, TcpConfig};
use skyseam_trace::NullRecorder;

const FILES: [&str; 3] = [
    include_str!("data/kernel_scripts/rules.txt"),
    include_str!("data/kernel_scripts/transfers.txt"),
    include_str!("data/kernel_scripts/fresh.txt"),
];

const LATE: &str = "the kernel's timer fired some milliseconds late, before or after an ACK";

/// Cases that differ, with the reason.
const DIFFERENT: &[(&str, &str)] = &[
    ("s-reneging", "no wait after a peer went back on its SACKs, which none of ours does"),
    ("s-window-not-multiple", "no segmentation offload without pacing"),
    ("f0038", LATE),
    ("f0039", LATE),
    ("f0058", LATE),
    ("f1119469", LATE),
];

/// Half milliseconds in a step of the kernel's timer wheel: the record does not say at which of
/// them a script began, so all are tried.
const PHASES: u64 = 64;

/// Delays of the kernel's timers and calls on an idle machine, microseconds. If a timer and a
/// segment are closer than this, the record does not say which came first; and for a call it has
/// the instant before it.
const LATENCIES_US: [(u64, u64); 4] = [(0, 0), (150, 0), (0, 60), (150, 60)];

/// Seeds tried with BBR, whose gain cycle begins in one of seven random phases.
const SEEDS: u64 = 12;

/// Conditions of a case that the record does not contain.
#[derive(Clone, Copy)]
struct Unknown {
    phase: u64,
    seed: u64,
    /// Delays of timers and calls.
    timers: Duration,
    calls: Duration,
}

/// An application that does nothing by itself: the test calls everything.
#[derive(Debug)]
struct Hands;

impl StreamApp for Hands {
    fn on_data(&mut self, _: u64, _: &mut StreamIo<'_>) {}
    fn on_peer_closed(&mut self, _: &mut StreamIo<'_>) {}
}

/// A script and the kernel's record.
struct Case {
    name: &'static str,
    /// Allowed difference in time, since timers of the kernel were late on a busy machine.
    slack: Duration,
    /// Instants from the beginning, and words.
    lines: Vec<(Duration, Vec<&'static str>)>,
}

#[allow(clippy::disallowed_methods, reason = "chooses a test's cases, nothing of a model")]
fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    // A file to be played in place of these.
    let further = std::env::var("KERNEL_SCRIPTS").ok().map(|path| {
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        &*text.leak()
    });
    let files = further.map_or(FILES.to_vec(), |file| vec![file]);
    for line in files.iter().flat_map(|file| file.lines()).filter(|line| !line.is_empty()) {
        if let Some((name, _)) = line.strip_prefix("case ").and_then(|rest| rest.split_once(':')) {
            cases.push(Case { name, slack: Duration::from_millis(6), lines: Vec::new() });
            continue;
        }
        let case = cases.last_mut().expect("a case before its lines");
        if let Some(slack) = line.strip_prefix("slack ") {
            case.slack = Duration::from_millis(number(slack));
            continue;
        }
        let mut words = line.split(' ');
        let at = Duration::from_micros(number(words.next().expect("an instant")));
        case.lines.push((at, words.collect()));
    }
    cases
}

fn number(text: &str) -> u64 {
    text.parse().unwrap_or_else(|_| panic!("not a number: {text}"))
}

/// A sent packet: its time, and its description.
struct Left {
    at: Duration,
    text: String,
    window: u32,
}

/// The letters of flags, without PSH.
const LETTERS: [(TcpFlags, char); 4] =
    [(TcpFlags::FIN, 'F'), (TcpFlags::SYN, 'S'), (TcpFlags::RST, 'R'), (TcpFlags::ACK, '.')];

fn described(flags: &str, span: &str, ack: u32, blocks: &[&str]) -> String {
    let mut text = format!("{flags} {span} a{ack}");
    for block in blocks {
        let _ = write!(text, " {block}");
    }
    text
}

/// One end of a connection that plays a script.
struct Seat {
    end: Option<BoxedEndpoint>,
    seed: u64,
    start: SimTime,
    now: SimTime,
    left: Vec<Left>,
    stamps: Vec<(Duration, u32)>,
    /// Window last offered by the script.
    window: u32,
    is_client: bool,
}

impl Seat {
    fn new(unknown: Unknown) -> Self {
        let start = SimTime::from_secs(1) + Duration::from_micros(500 * unknown.phase);
        Self {
            end: None,
            seed: unknown.seed,
            start,
            now: start,
            left: Vec::new(),
            stamps: Vec::new(),
            window: 0,
            is_client: false,
        }
    }

    fn open(&mut self, words: &[&str]) {
        let key = |name: &str| {
            words.iter().find_map(|w| w.strip_prefix(name).and_then(|w| w.strip_prefix('=')))
        };
        let mut config = TcpConfig::named("linux", key("cc").unwrap_or("cubic"));
        for word in words {
            match word.split_once('=').expect("key=value") {
                ("cc", _) => {}
                ("role", role) => self.is_client = role == "client",
                ("mss", mss) => config.mss = number(mss) as u32,
                ("ts", on) => config.timestamps = on == "1",
                ("sack", "0") => config.sack_blocks = 0,
                ("rwin", window) => config.receive_window = number(window),
                ("hystart", "0") => {
                    config = config.with_own(|own: &mut Linux| own.hystart = Some(false));
                }
                _ => panic!("unknown setting {word}"),
            }
        }
        let opening = FlowSetup {
            flow: FlowId(0),
            from: NodeId(0),
            to: NodeId(1),
            start: self.now,
            random: RandomStream::new(self.seed, "kernel scripts"),
            shared: &SharedState::default(),
        };
        let content = ConnectionPayload::Stream([Box::new(Hands), Box::new(Hands)]);
        let [client, server] = Transport::open(&config, opening, content);
        let mut end = if self.is_client { client } else { server };
        end.reader().expect("a reader").set_manual_read();
        self.end = Some(end);
    }

    /// Takes the packets that leave now.
    fn drain(&mut self) {
        while let Some(packet) =
            self.end.as_mut().and_then(|end| end.take_packet(self.now, &mut NullRecorder))
        {
            let Body::Tcp(segment) = packet.body else { continue };
            let at = self.now.saturating_since(self.start);
            if let Some(timestamps) = segment.timestamps {
                self.stamps.push((at, timestamps.value));
            }
            let is_set = |flag: TcpFlags| segment.flags.contains(flag);
            let flags: String = LETTERS
                .iter()
                .filter(|(flag, _)| is_set(*flag))
                .map(|(_, letter)| *letter)
                .collect();
            let blocks: Vec<String> = segment
                .sack
                .as_slice()
                .iter()
                .map(|block| format!("{}:{}", block.start.0, block.end.0))
                .collect();
            let blocks: Vec<&str> = blocks.iter().map(String::as_str).collect();
            let span = format!("{}:{}", segment.seq.0, segment.payload);
            let text = described(&flags, &span, segment.ack.0, &blocks);
            self.left.push(Left { at, text, window: segment.window });
        }
    }

    /// Passes the end's deadlines up to an instant from the beginning.
    fn pass(&mut self, until: Duration) {
        let until = self.start + until;
        while let Some(deadline) = self.end.as_ref().and_then(|end| end.poll_timeout())
            && deadline <= until
        {
            self.now = deadline.max(self.now);
            self.end.as_mut().expect("open").handle_timeout(self.now, &mut NullRecorder);
            self.drain();
        }
        self.now = until.max(self.now);
    }

    /// Advances to an instant from the beginning; timers due less than `latency` before it have not
    /// fired.
    fn advance(&mut self, to: Duration, latency: Duration) {
        self.pass(to.saturating_sub(latency));
        self.now = self.now.max(self.start + to);
    }

    /// The last timestamp sent by an instant of the script, in milliseconds.
    fn stamp(&self, millis: u64) -> u32 {
        let by = Duration::from_millis(millis + 3);
        let before = self.stamps.iter().rev().find(|(at, _)| *at <= by);
        before.or(self.stamps.first()).map_or(0, |(_, stamp)| *stamp)
    }

    fn receive(&mut self, words: &[&str]) {
        let mut segment = TcpSegment { seq: SeqNumber(1), ..TcpSegment::default() };
        let letter = |c: char| LETTERS.iter().find(|(_, l)| *l == c).map(|(flag, _)| *flag);
        for flag in words[0].chars() {
            let flag =
                letter(flag).unwrap_or(if flag == 'P' { TcpFlags::PSH } else { TcpFlags(0) });
            segment.flags = segment.flags.with(flag);
        }
        let mut has_span = false;
        for word in &words[1..] {
            if let Some(ack) = word.strip_prefix('a') {
                segment.ack = SeqNumber(number(ack) as u32);
            } else if let Some(window) = word.strip_prefix('w') {
                self.window = number(window) as u32;
            } else if let Some((value, echo)) =
                word.strip_prefix('t').and_then(|t| t.split_once('@'))
            {
                let echo = if echo == "-" { 0 } else { self.stamp(number(echo)) };
                segment.timestamps = Some(Timestamps { value: number(value) as u32, echo });
            } else {
                let (one, other) = word.split_once(':').expect("two numbers");
                let (one, other) = (number(one) as u32, number(other) as u32);
                // A span comes first, and only a segment that is not an empty one at 1 has it.
                if !has_span && segment.ack == SeqNumber(0) {
                    (segment.seq, segment.payload) = (SeqNumber(one), other);
                } else {
                    let block = SackBlock { start: SeqNumber(one), end: SeqNumber(other) };
                    segment.sack.push(block);
                }
                has_span = true;
            }
        }
        segment.window = self.window;
        let (source, destination) =
            if self.is_client { (NodeId(1), NodeId(0)) } else { (NodeId(0), NodeId(1)) };
        let packet = Packet {
            flow: FlowId(0),
            source,
            destination,
            size: 40 + segment.payload,
            ttl: 64,
            created: self.now,
            body: Body::Tcp(segment),
            ..Packet::BLANK
        };
        if let Some(end) = &mut self.end {
            end.handle_packet(self.now, &packet, &mut NullRecorder);
        }
    }

    /// The value of a `tcp_info` field, from the printed state of the endpoint.
    fn info(&self, name: &str) -> Option<u64> {
        let text = format!("{:?}", self.end);
        let after = |before: &str| {
            let rest = &text[text.find(before)? + before.len()..];
            let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            rest[..digits].parse().ok()
        };
        match name {
            "cwnd" => after("window: Window { cwnd: "),
            "ssthresh" => {
                let window = &text[text.find("window: Window { cwnd: ")?..];
                let rest = &window[window.find("ssthresh: ")? + "ssthresh: ".len()..];
                rest[..rest.find(|c: char| !c.is_ascii_digit())?].parse().ok()
            }
            "state" => {
                let states = ["Open", "Disorder", "Cwr", "Recovery", "Loss"];
                let words = text.split("state: ").skip(1);
                let mut found = words.filter_map(|rest| {
                    states.iter().position(|state| {
                        rest.strip_prefix(state).is_some_and(|next| next.starts_with([',', ' ']))
                    })
                });
                found.next().map(|state| state as u64)
            }
            "sacked" => after("sacked_out: "),
            "lost" => after("lost_out: "),
            "retrans" => after("retrans_out: "),
            "unacked" => after("packets_out: "),
            _ => None,
        }
    }
}

/// Plays a case; returns the first difference, and the number of equal packets before it.
fn play(case: &Case, unknown: Unknown) -> Result<(), (usize, String)> {
    let mut seat = Seat::new(unknown);
    let mut expected: Vec<(Duration, String, Option<u32>)> = Vec::new();
    let mut ack = 0;
    let mut wrong_info = None;
    for (at, words) in &case.lines {
        let rest = &words[1..];
        if words[0] == ">" {
            let mut rest = rest[2..].to_vec();
            if rest.first().is_some_and(|word| word.starts_with('a')) {
                ack = number(&rest.remove(0)[1..]) as u32;
            }
            let is_window = rest.first().is_some_and(|word| word.starts_with('w'));
            let window = is_window.then(|| number(&rest.remove(0)[1..]) as u32);
            expected.push((*at, described(words[1], words[2], ack, &rest), window));
            continue;
        }
        let is_call = matches!(words[0], "write" | "read" | "close");
        let late = if is_call { unknown.calls } else { Duration::ZERO };
        seat.advance(*at + late, unknown.timers);
        let now = seat.now;
        match words[0] {
            "open" => seat.open(rest),
            "<" => seat.receive(rest),
            "write" => {
                let writer = seat.end.as_mut().and_then(|end| end.writer());
                writer.expect("open").write(now, number(rest[0]));
            }
            "read" => {
                let reader = seat.end.as_mut().and_then(|end| end.reader());
                reader.expect("open").read(now, number(rest[0]));
            }
            "close" => {
                seat.end.as_mut().and_then(|end| end.writer()).expect("open").end_writes(now);
                seat.pass(*at);
            }
            "=" => {
                for (name, value) in rest.iter().filter_map(|word| word.split_once('=')) {
                    let ours = seat.info(name);
                    if ours.is_some_and(|ours| ours != number(value)) && wrong_info.is_none() {
                        wrong_info = Some(format!("{name} at {at:?}: {value}, ours {ours:?}"));
                    }
                }
            }
            "end" => seat.pass(*at + Duration::from_millis(20)),
            word => panic!("{}: what is {word}?", case.name),
        }
        seat.drain();
    }
    let mut before = Duration::ZERO;
    for (index, (at, text, window)) in expected.iter().enumerate() {
        let Some(left) = seat.left.get(index) else {
            return Err((index, format!("#{index} missing: {text} at {at:?}")));
        };
        // Steps of the timer wheel: 32 ms from 252 ms on, 256 ms from 2 s on.
        let gap = at.saturating_sub(before);
        before = *at;
        let tolerance = match gap.as_nanos() / 1_000_000 {
            0..250 => case.slack,
            250..2_000 => Duration::from_millis(36),
            _ => Duration::from_millis(260),
        };
        let off = at.saturating_sub(left.at).max(left.at.saturating_sub(*at));
        let ours = &left.text;
        if text != ours || off > tolerance {
            let found = format!("#{index} {text} at {at:?}, ours {ours} at {:?}", left.at);
            return Err((index, found));
        }
        if let Some(window) = window.filter(|&window| window > 0)
            && window.abs_diff(left.window) > (window / 50).max(1_024)
        {
            return Err((index, format!("#{index} {text}: window {window}, ours {}", left.window)));
        }
    }
    if let Some(left) = seat.left.get(expected.len()) {
        return Err((expected.len(), format!("only ours: {} at {:?}", left.text, left.at)));
    }
    wrong_info.map_or(Ok(()), |wrong| Err((expected.len(), wrong)))
}

/// Conditions tried with a case.
fn unknowns(case: &Case) -> impl Iterator<Item = Unknown> {
    let is_random = case.lines.first().is_some_and(|(_, words)| words.contains(&"cc=bbr"));
    let seeds = if is_random { SEEDS } else { 1 };
    let cases = (0..seeds).flat_map(|seed| (0..PHASES).map(move |phase| (seed, phase)));
    cases.flat_map(|(seed, phase)| {
        LATENCIES_US.map(|(timers, calls)| Unknown {
            phase,
            seed: seed + 1,
            timers: Duration::from_micros(timers),
            calls: Duration::from_micros(calls),
        })
    })
}

#[test]
fn packets_are_the_kernels() {
    let cases = cases();
    let mut different = Vec::new();
    for case in &cases {
        let mut best: Option<(usize, String)> = None;
        for unknown in unknowns(case) {
            match play(case, unknown) {
                Ok(()) => {
                    best = None;
                    break;
                }
                Err(found) if best.as_ref().is_none_or(|best| found.0 > best.0) => {
                    best = Some(found);
                }
                Err(_) => {}
            }
        }
        if let Some((_, difference)) = best {
            different.push((case.name, difference));
        }
    }
    println!("{} of {} cases are equal", cases.len() - different.len(), cases.len());
    for (name, difference) in &different {
        let why = DIFFERENT.iter().find(|(known, _)| known == name).map_or("?", |(_, why)| why);
        println!("{name}: {difference} ({why})");
    }
    different.retain(|(name, _)| !DIFFERENT.iter().any(|(known, _)| known == name));
    assert!(different.is_empty(), "{different:#?}");
}
