//! Both entities over a line that delays and loses what they send to each other.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use skyseam_base::SimTime;

/// What is on its way between the two entities.
#[derive(Clone, Debug)]
enum Message {
    Data(Pdu),
    Report(Status),
}

/// A link between two entities, by which everything is delayed and some is lost.
struct Line {
    sender: Sender,
    receiver: Receiver,
    now: SimTime,
    /// Messages by arrival and number.
    messages: BTreeMap<(SimTime, u64), Message>,
    sent: u64,
    delivered: Vec<u64>,
    acknowledged: Vec<u64>,
    failed: Vec<u64>,
    /// Number of PDUs that were sent, each once or again.
    pdus: u64,
}

impl Line {
    fn new(config: &RlcConfig) -> Self {
        Self {
            sender: Sender::new(config),
            receiver: Receiver::new(config),
            now: SimTime::ZERO,
            messages: BTreeMap::new(),
            sent: 0,
            delivered: Vec::new(),
            acknowledged: Vec::new(),
            failed: Vec::new(),
            pdus: 0,
        }
    }

    /// Sends a message that `fate` delays, or loses.
    fn put(&mut self, message: Message, fate: &mut dyn FnMut(&Message) -> Option<Duration>) {
        self.sent += 1;
        self.pdus += u64::from(matches!(message, Message::Data(_)));
        if let Some(delay) = fate(&message) {
            self.messages.insert((self.now + delay, self.sent), message);
        }
    }

    /// Sends `packets`, one every `interval`, and runs until nothing is left to do.
    fn run(
        &mut self,
        packets: &[u32],
        interval: Duration,
        fate: &mut dyn FnMut(&Message) -> Option<Duration>,
    ) {
        let mut left = packets.iter().copied().peekable();
        let mut next_packet = SimTime::ZERO;
        for _ in 0..2_000_000 {
            let has_room = self.sender.has_room();
            let packet = left.peek().filter(|_| has_room).map(|_| next_packet.max(self.now));
            let arrival = self.messages.keys().next().map(|(at, _)| *at);
            let timers = [self.sender.next_timeout(), self.receiver.next_timeout()];
            let due = timers.into_iter().flatten().min();
            let Some(at) = [packet, arrival, due].into_iter().flatten().min() else { return };
            self.now = self.now.max(at);
            if arrival.is_some_and(|at| at <= self.now) {
                let (_, message) = self.messages.pop_first().expect("a message");
                match message {
                    Message::Data(pdu) => {
                        self.receiver.handle_pdu(self.now, pdu, &mut self.delivered);
                    }
                    Message::Report(status) => {
                        let (acknowledged, failed) = (&mut self.acknowledged, &mut self.failed);
                        self.sender.handle_status(&status, acknowledged, failed);
                    }
                }
            } else if packet.is_some_and(|at| at <= self.now) {
                let segments = left.next().expect("a packet");
                next_packet = self.now + interval;
                let is_last = left.peek().is_none();
                for pdu in self.sender.send(self.now, segments, 100, is_last) {
                    self.put(Message::Data(pdu), fate);
                }
            }
            let has_packets = left.peek().is_some();
            self.sender.handle_timeout(self.now, has_packets, &mut self.failed);
            self.receiver.handle_timeout(self.now);
            while let Some(pdu) = self.sender.poll_retransmission(self.now, !has_packets) {
                self.put(Message::Data(pdu), fate);
            }
            if let Some(status) = self.receiver.poll_status(self.now) {
                self.put(Message::Report(status), fate);
            }
        }
        panic!("it goes on for ever");
    }
}

const MS: Duration = Duration::from_millis(1);

/// Goal: one lost PDU is reported after `t-Reassembly` and sent once more, by hand. Method: five
/// packets of one segment every 2 ms over 10 ms; the second is lost. The third arrives at 14 ms, so
/// that the report leaves at 49 ms and the retransmission at 59 ms; it arrives at 69 ms.
#[test]
fn a_lost_packet_comes_once_more() {
    let t_poll_retransmit = MS * 100;
    let mut line = Line::new(&RlcConfig { t_poll_retransmit, ..RlcConfig::default() });
    let mut lost = false;
    line.run(&[1; 5], MS * 2, &mut |message| match message {
        Message::Data(Pdu { sn: 1, .. }) if !std::mem::replace(&mut lost, true) => None,
        _ => Some(MS * 10),
    });
    assert_eq!(line.delivered, [0, 1, 2, 3, 4]);
    assert_eq!(line.pdus, 6);
    // The last poll, of the retransmission, is answered at once: 69 ms, and 10 ms back.
    assert_eq!(line.now, SimTime::ZERO + MS * 79);
    assert!(line.failed.is_empty());
}

/// Goal: the end of a transfer is not lost. Method: the last packet, with the only poll, is lost;
/// `t-PollRetransmit` of 45 ms sends it again.
#[test]
fn a_lost_poll_is_repeated() {
    let mut line = Line::new(&RlcConfig::default());
    let mut lost = false;
    line.run(&[1; 3], MS, &mut |message| match message {
        Message::Data(Pdu { sn: 2, .. }) if !std::mem::replace(&mut lost, true) => None,
        _ => Some(MS * 10),
    });
    assert_eq!((line.delivered.len(), line.pdus), (3, 4));
    assert_eq!(line.now, SimTime::ZERO + MS * (2 + 45 + 20));
}

/// Goal: only the missing segments of a packet are sent again. Method: one of four is lost, and a
/// second packet follows.
#[test]
fn segments_are_sent_again_alone() {
    let mut line = Line::new(&RlcConfig::default());
    let mut sent = Vec::new();
    line.run(&[4, 1], MS, &mut |message| {
        let Message::Data(pdu) = message else { return Some(MS * 5) };
        sent.push((pdu.sn, pdu.segment));
        (sent.len() != 2).then_some(MS * 5)
    });
    assert_eq!(line.delivered, [0, 1]);
    assert_eq!(sent, [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (0, 1)]);
}

/// Goal: a packet that never arrives is given up after `maxRetxThreshold` retransmissions, and what
/// is behind it is delivered once its loss is known. Method: all PDUs of the second packet are
/// lost.
#[test]
fn a_packet_is_given_up_at_the_threshold() {
    let config = RlcConfig { max_retx_threshold: 4, ..RlcConfig::default() };
    let mut line = Line::new(&config);
    let mut tries = 0;
    line.run(&[1; 4], MS, &mut |message| match message {
        Message::Data(Pdu { sn: 1, .. }) => {
            tries += 1;
            None
        }
        _ => Some(MS * 10),
    });
    assert_eq!(line.failed, [1]);
    assert_eq!(tries, 1 + 4);
    assert_eq!(line.delivered, [0]);
    line.receiver.skip(line.now, 1, &mut line.delivered);
    assert_eq!(line.delivered, [0, 2, 3]);
}

/// Goal: the window stops the sender, which polls, and goes on. Method: numbers of 12 bits, 3000
/// packets at once.
#[test]
fn the_window_limits_the_sender() {
    let config = RlcConfig {
        sn_field_length: 12,
        poll_pdu: 65_536,
        poll_byte: 1_000_000_000,
        ..RlcConfig::default()
    };
    let mut line = Line::new(&config);
    line.run(&[1; 3000], Duration::ZERO, &mut |_| Some(MS * 10));
    assert_eq!(line.delivered.len(), 3000);
    // 2048 at once, and the others when the status is back.
    assert_eq!(line.now, SimTime::ZERO + MS * 40);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Goal: under any loss and any order below its limits, every packet is delivered once and in
    /// order, and in the end acknowledged. Method: packets of up to five segments over a line that
    /// delays and loses PDUs and status reports at random, with any timers; a threshold that is not
    /// reached.
    #[test]
    fn everything_arrives_once_and_in_order(
        packets in prop::collection::vec(1u32..6, 1..60),
        interval_us in 0u64..5_000,
        (loss, report_loss) in (0u64..60, 0u64..60),
        jitter_us in 1u64..60_000,
        (reassembly_ms, prohibit_ms, retransmit_ms) in (0u64..80, 0u64..40, 1u64..120),
        (poll_pdu, poll_byte) in (1u32..40, 1u32..4_000),
        seed in any::<u64>(),
    ) {
        let config = RlcConfig {
            t_reassembly: Duration::from_millis(reassembly_ms),
            t_status_prohibit: Duration::from_millis(prohibit_ms),
            t_poll_retransmit: Duration::from_millis(retransmit_ms),
            poll_pdu,
            poll_byte,
            max_retx_threshold: u32::MAX,
            ..RlcConfig::default()
        };
        let mut line = Line::new(&config);
        let mut state = seed;
        let mut draw = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % below
        };
        line.run(&packets, Duration::from_micros(interval_us), &mut |message| {
            let percent = if matches!(message, Message::Data(_)) { loss } else { report_loss };
            (draw(100) >= percent).then(|| MS * 10 + Duration::from_micros(draw(jitter_us)))
        });
        let all: Vec<u64> = (0..packets.len() as u64).collect();
        prop_assert_eq!(&line.delivered, &all);
        let mut acknowledged = line.acknowledged.clone();
        acknowledged.sort_unstable();
        prop_assert_eq!(acknowledged, all);
        prop_assert!(line.failed.is_empty());
    }
}
