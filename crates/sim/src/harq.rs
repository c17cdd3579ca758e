//! The table `harq`: a summary of HARQ, a row for each link and receiver.

use skyseam_base::Duration;
use skyseam_net::harq::{Feedback, Process};
use skyseam_trace::{Columns, HarqEnd, Names, Table, columns};

use crate::id::{LinkNames, ReceiverId, TransmitterId};

/// Number of transmissions whose decodings are counted separately.
const COUNTED: usize = 4;

/// Counters of one transmitter and one receiver.
#[derive(Clone, Debug, Default)]
pub(crate) struct LaneCounts {
    packets: u64,
    /// Number decoded at transmission 1, 2, ...; the last also counts all later ones.
    decoded: [u64; COUNTED + 1],
    failed: u64,
    receiver_changed: u64,
    symbols: u64,
    data_time: Duration,
    redundancy_time: Duration,
    /// Packets that were sent and neither decoded nor given up so far, and their maximum number.
    open: u32,
    most_open: u32,
    /// Packets in processes with feedback whose feedback is known, and the time for which they were
    /// in use.
    in_process: u64,
    process_time: Duration,
}

impl LaneCounts {
    /// Counts a first transmission of `symbols` symbols that took `time` of the link.
    pub(crate) fn note_first(&mut self, symbols: u32, time: Duration, feedback: Feedback) {
        self.packets += 1;
        self.symbols += u64::from(symbols);
        self.data_time += time;
        self.open += 1;
        // The receiver of a process without feedback keeps nothing for a further transmission.
        if feedback == Feedback::Enabled {
            self.most_open = self.most_open.max(self.open);
        }
    }

    /// Counts the first transmission of a codeword that RLC retransmits; its symbols count as those
    /// of redundancy.
    pub(crate) fn note_again(&mut self, feedback: Feedback) {
        self.note_first(0, Duration::ZERO, feedback);
    }

    /// Counts a process that was in use for `time`.
    pub(crate) fn note_process(&mut self, time: Duration) {
        self.in_process += 1;
        self.process_time += time;
    }

    /// Counts a later transmission of `symbols` symbols that took `time` of the link.
    pub(crate) fn note_redundancy(&mut self, symbols: u32, time: Duration) {
        self.symbols += u64::from(symbols);
        self.redundancy_time += time;
    }

    /// Counts the end of HARQ for a packet.
    pub(crate) fn note_end(&mut self, end: HarqEnd, process: &Process) {
        self.open -= 1;
        match end {
            HarqEnd::Decoded => {
                let number = (process.transmissions as usize).clamp(1, COUNTED + 1);
                self.decoded[number - 1] += 1;
            }
            HarqEnd::GaveUp => self.failed += 1,
            HarqEnd::LeftBehind => self.receiver_changed += 1,
        }
    }

    fn decoded(&self) -> u64 {
        self.decoded.iter().sum()
    }
}

columns! {
    /// A row for each link with HARQ and receiver.
    pub(crate) struct HarqTable "harq" {
        /// Name of the link.
        link: Names,
        /// Name of the receiver; of an uplink "satellites".
        receiver: Names,
        /// Packets sent at least once.
        packets: Vec<u64>,
        /// Packets decoded at the first transmission.
        decoded_1st: Vec<u64>,
        /// Packets decoded at the second transmission.
        decoded_2nd: Vec<u64>,
        /// Packets decoded at the third transmission.
        decoded_3rd: Vec<u64>,
        /// Packets decoded at the fourth transmission.
        decoded_4th: Vec<u64>,
        /// Packets decoded at a later transmission.
        decoded_later: Vec<u64>,
        /// Packets that HARQ gave up.
        failed: Vec<u64>,
        /// Packets that HARQ left because their receiver changed its satellite.
        receiver_changed: Vec<u64>,
        /// Number of symbols sent.
        symbols: Vec<u64>,
        /// Link time of first transmissions.
        data_time_s: Vec<f64> as "s",
        /// Link time of redundancy, which counts in the `bytes` of a link but not in its `packets`.
        redundancy_time_s: Vec<f64> as "s",
        /// Share of decoded packets among those decoded and given up; null if there are none.
        success: Vec<f64>,
    }
}

/// Maximum number of HARQ processes of a modem: 32 per cell if it supports them, otherwise 16 (3GPP
/// TS 38.214, Release 17, Sec. 5.1; `nrofHARQ-ProcessesForPDSCH-v1700` of TS 38.331).
const MAX_PROCESSES: u32 = 32;

/// Least share of a run for which a link stalls that is worth a warning.
const STALLED: f64 = 0.01;

/// A link with a limited number of processes: the number for each receiver, and the time for which
/// packets waited for one while nothing was sent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LimitedLink {
    pub link: TransmitterId,
    pub processes: u32,
    pub stalled: Duration,
}

/// Advice on the links whose processes do not fill them over `length`, and on those that held more
/// packets at a time than a modem has processes; of each the worst.
pub(crate) fn advice<'a>(
    lanes: impl Iterator<Item = (TransmitterId, ReceiverId, &'a LaneCounts)> + Clone,
    limited: &[LimitedLink],
    names: &LinkNames,
    length: Duration,
) -> Vec<String> {
    let stalled = limited.iter().max_by_key(|own| (own.stalled, std::cmp::Reverse(own.link)));
    let stalled = stalled.and_then(|own| {
        let share = own.stalled.as_secs_f64() / length.as_secs_f64();
        let lanes = lanes.clone().filter(|lane| lane.0 == own.link).map(|lane| lane.2);
        (share >= STALLED).then(|| told_stalled(own, lanes, names, share))
    });
    let without = lanes.filter(|lane| limited.iter().all(|own| own.link != lane.0));
    let worst = without.max_by_key(|&(link, receiver, counts)| {
        (counts.most_open, std::cmp::Reverse((link, receiver)))
    });
    let unlimited = worst.filter(|(_, _, own)| own.most_open > MAX_PROCESSES);
    let unlimited = unlimited.map(|(link, _, counts)| {
        format!(
            "HARQ on {} held {} packets at a time, and a modem has at most {MAX_PROCESSES} \
             processes: without `processes` HARQ has no limit, so it carries more than a modem \
             would over this round trip; add processes = {MAX_PROCESSES}",
            names.links[link.0 as usize], counts.most_open,
        )
    });
    stalled.into_iter().chain(unlimited).collect()
}

/// The bound on the rate of a link that stalled for `share` of a run, and the cure.
fn told_stalled<'a>(
    own: &LimitedLink,
    lanes: impl Iterator<Item = &'a LaneCounts>,
    names: &LinkNames,
    share: f64,
) -> String {
    let mut sum = LaneCounts::default();
    for lane in lanes {
        sum.packets += lane.packets;
        sum.data_time += lane.data_time;
        sum.in_process += lane.in_process;
        sum.process_time += lane.process_time;
    }
    let each_ms = |time: Duration, of: u64| time.as_millis_f64() / of.max(1) as f64;
    let sent_ms = each_ms(sum.data_time, sum.packets);
    let round_trip_ms = each_ms(sum.process_time, sum.in_process);
    let LimitedLink { link, processes, .. } = *own;
    let bound = 100.0 * (f64::from(processes) * sent_ms / round_trip_ms).min(1.0);
    let needed = (round_trip_ms / sent_ms).ceil();
    let modem = match needed > f64::from(MAX_PROCESSES) {
        true => format!(", more than the {MAX_PROCESSES} of a modem"),
        false => String::new(),
    };
    format!(
        "HARQ on {} cannot fill the link, which stalled for {:.0} % of the run: its {processes} \
         processes carry at most min(1, N T / RTT) = {bound:.1} % of the rate, with codewords of \
         T = {sent_ms:.3} ms and RTT = {round_trip_ms:.2} ms from the start of a codeword to its \
         feedback; filling it takes processes = {needed}{modem}, longer codewords, or \
         feedback_disabled = {processes}, which leaves losses to the transport",
        names.links[link.0 as usize],
        100.0 * share,
    )
}

/// Builds the table `harq` from these lanes: link, receiver and counts.
pub(crate) fn table<'a>(
    lanes: impl Iterator<Item = (TransmitterId, ReceiverId, &'a LaneCounts)>,
    names: &LinkNames,
) -> Table {
    let mut rows: Vec<(TransmitterId, ReceiverId, &LaneCounts)> = lanes.collect();
    rows.sort_by_key(|&(link, receiver, _)| (link, receiver));
    let counts = |count: &dyn Fn(&LaneCounts) -> u64| -> Vec<u64> {
        rows.iter().map(|row| count(row.2)).collect()
    };
    let reals = |value: &dyn Fn(&LaneCounts) -> f64| -> Vec<f64> {
        rows.iter().map(|row| value(row.2)).collect()
    };
    let [decoded_1st, decoded_2nd, decoded_3rd, decoded_4th, decoded_later] =
        [0, 1, 2, 3, 4].map(|number| counts(&|lane| lane.decoded[number]));
    HarqTable {
        link: Names::new(rows.iter().map(|row| row.0.0), &names.links),
        receiver: Names::new(rows.iter().map(|row| row.1.0), &names.receivers),
        packets: counts(&|lane| lane.packets),
        decoded_1st,
        decoded_2nd,
        decoded_3rd,
        decoded_4th,
        decoded_later,
        failed: counts(&|lane| lane.failed),
        receiver_changed: counts(&|lane| lane.receiver_changed),
        symbols: counts(&|lane| lane.symbols),
        data_time_s: reals(&|lane| lane.data_time.as_secs_f64()),
        redundancy_time_s: reals(&|lane| lane.redundancy_time.as_secs_f64()),
        success: reals(&|lane| {
            let (decoded, failed) = (lane.decoded(), lane.failed);
            // NaN if no packet was decoded or given up.
            decoded as f64 / (decoded + failed) as f64
        }),
    }
    .into_table()
}
