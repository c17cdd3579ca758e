//! Explicit congestion notification of a connection: its negotiation, the feedback that an endpoint
//! gives, and the evaluation of the peer's (RFC 3168; AccECN, RFC 9768).
//!
//! Does not own when ACKs leave nor how a controller responds. Of a bidirectional endpoint each
//! half has a state: the receiving half's gives feedback, the sending half's evaluates it. Where
//! the RFCs leave a choice, the kernel's is taken (`tcp_ecn.h`).

mod keys;

use skyseam_base::{Duration, SimTime};
use skyseam_packet::{AccEcnOption, Ecn, ExtraOption, TcpFlags, TcpSegment};

pub use self::keys::{EcnVariant, OptionUse};
use crate::config::TcpConfig;

/// Maximum length of TCP options, bytes.
const MAX_OPTIONS: u32 = 40;
/// Length of an option with all three counters, padded.
const FULL_OPTION: u32 = AccEcnOption::FULL_LENGTH;
/// Initial count of packets with CE (RFC 9768 Sec. 3.2.1).
const INITIAL_CEP: u32 = 5;
/// Initial byte counters of ECT(1), CE and ECT(0): zeroing is noticed (RFC 9768 Sec. 3.2.1).
const INITIAL_BYTES: [u32; 3] = [1, 0, 1];
/// Options sent per round trip where none is asked for (`tcp_ecn_option_beacon`).
const BEACONS: u32 = 3;
/// Mean number of segments per ACK above which ACKs are thinned, so that the ACE field may have
/// wrapped (`ACK_COMP_THRESH`), in 64ths.
const THINNED: u32 = 4 * 64;

/// Index of the byte counter of a capable field.
fn counter_of(field: Ecn) -> Option<usize> {
    match field {
        Ecn::NotEct => None,
        Ecn::Ect1 => Some(0),
        Ecn::Ce => Some(1),
        Ecn::Ect0 => Some(2),
    }
}

/// Returns the ACE field that tells with which ECN field a SYN or SYN-ACK arrived (RFC 9768 Table
/// 2).
fn reflected(field: Ecn) -> u8 {
    match field {
        Ecn::NotEct => 0b010,
        Ecn::Ect1 => 0b011,
        Ecn::Ect0 => 0b100,
        Ecn::Ce => 0b110,
    }
}

/// Returns the ECN field that such an ACE field tells; values that no endpoint sends stand for
/// ECT (RFC 9768 Sec. 3.2.2.1).
fn told_by(ace: u8) -> Ecn {
    match ace {
        0b010 => Ecn::NotEct,
        0b000 | 0b100 => Ecn::Ect0,
        0b110 => Ecn::Ce,
        _ => Ecn::Ect1,
    }
}

/// Whether the path may change the field `sent` into `received` (RFC 9768 Sec. 3.2.2.3).
fn is_valid(sent: Ecn, received: Ecn) -> bool {
    sent == received || (sent.is_capable() && received.is_capable() && sent != Ecn::Ce)
}

/// A departing segment, as far as ECN treats it differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Departure {
    /// Data that leave for the first time.
    New,
    /// Retransmitted data or a segment without data.
    Other,
    /// The answer to a SYN-ACK.
    ThirdAck,
}

impl Departure {
    /// Returns the departure of a segment without data.
    pub(crate) fn without_data(self) -> Self {
        if self == Self::New { Self::Other } else { self }
    }
}

/// Effect of an ACK, as far as its feedback depends on that.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Acked {
    /// Newly delivered packets and bytes.
    pub packets: u32,
    pub bytes: u32,
    /// Whether the ACK is not older than its predecessor: data were delivered, or its timestamp is
    /// newer.
    pub is_newer: bool,
    /// Whether it is the first ACK of data.
    pub is_first: bool,
    /// Payload of a full segment.
    pub mss: u32,
}

/// ECN of an endpoint.
#[derive(Clone, Debug)]
pub(crate) struct EcnState {
    /// Variants that the client asks for and that the server accepts.
    asks: EcnVariant,
    accepts: EcnVariant,
    option: OptionUse,
    /// Codepoint of this endpoint's capable packets.
    ect: Ecn,
    /// Whether all packets are capable, as DCTCP and Prague need (`TCP_CONG_NEEDS_ECN`).
    is_always: bool,
    mode: EcnVariant,
    /// Fields with which the own SYN or SYN-ACK left and the peer's arrived.
    own_syn: Ecn,
    peer_syn: Ecn,
    /// Whether the next segment answers the SYN-ACK.
    awaits_answer: bool,
    /// Whether the SYN-ACK has arrived.
    is_answered: bool,
    /// Whether the peer's ACE field, or its option, is not to be believed.
    is_ace_broken: bool,
    is_option_broken: bool,
    /// Whether the peer sends the option.
    has_seen_option: bool,
    feedback: Feedback,
    response: Response,
}

/// Feedback that the endpoint gives.
#[derive(Clone, Debug, Default)]
struct Feedback {
    /// Packets received with CE, and payload bytes with ECT(1), CE and ECT(0).
    packets: u32,
    bytes: [u32; 3],
    previous: Ecn,
    /// Number of options to be sent soon.
    demand: u8,
    /// Minimum number of counters in the next option.
    least: usize,
    option_sent: SimTime,
    /// Whether ECE is set (RFC 3168 Sec. 6.1.3); for DCTCP, whether the last packet had CE.
    echoes: bool,
    has_seen_ect: bool,
    /// Whether the next ACK of data leaves immediately.
    ack_now: bool,
}

/// Evaluation of the peer's feedback.
#[derive(Clone, Debug, Default)]
struct Response {
    /// Packets that arrived with CE; with RFC 3168 those acknowledged under ECE.
    packets: u32,
    bytes: [u32; 3],
    /// Counter that grows if an ACK has no option.
    estimate: Option<usize>,
    /// Mean number of packets per ACK, in 64ths.
    per_ack: u32,
    /// Whether CWR is due.
    owes_cwr: bool,
}

impl EcnState {
    /// Returns the state before the handshake; `None` if the connection has no ECN.
    pub fn of(config: &TcpConfig) -> Option<Box<Self>> {
        let asks = config.ecn.unwrap_or_default();
        let accepts = config.ecn_server.unwrap_or(asks);
        let needed = config.congestion.ect();
        (asks > EcnVariant::Off).then(|| {
            Box::new(Self {
                asks,
                accepts,
                option: config.accecn_option.unwrap_or_default(),
                ect: if needed.is_capable() { needed } else { Ecn::Ect0 },
                is_always: needed.is_capable(),
                mode: EcnVariant::Off,
                own_syn: Ecn::NotEct,
                peer_syn: Ecn::NotEct,
                awaits_answer: false,
                is_answered: false,
                is_ace_broken: false,
                is_option_broken: false,
                has_seen_option: false,
                feedback: Feedback::default(),
                response: Response::default(),
            })
        })
    }

    fn is_accurate(&self) -> bool {
        self.mode == EcnVariant::AccEcn
    }

    /// Number of packets received with CE, if the connection has ECN.
    pub fn received_ce(&self) -> Option<u64> {
        (self.mode > EcnVariant::Off).then_some(self.feedback.packets.into())
    }

    /// Number of packets that the peer reported, if the connection has ECN.
    pub(crate) fn reported_ce(&self) -> Option<u64> {
        (self.mode > EcnVariant::Off).then_some(self.response.packets.into())
    }

    /// Number of packets that the peer reported as arrived with CE.
    pub fn delivered_ce(&self) -> u32 {
        self.response.packets
    }

    // ---- handshake ----

    /// Completes a departing SYN and returns its ECN field. A retransmitted one asks for no ECN, as
    /// the first may have been dropped for its flags (RFC 9768 Sec. 3.1.4.1).
    pub(crate) fn on_syn_sent(&mut self, syn: &mut TcpSegment, is_first: bool) -> Ecn {
        if is_first {
            let asked = if self.asks == EcnVariant::AccEcn { 0b111 } else { 0b011 };
            syn.flags = syn.flags.with_ace(asked);
            self.own_syn = if self.is_always { self.ect } else { Ecn::NotEct };
        }
        self.own_syn
    }

    /// Negotiates at the server (RFC 9768 Table 2, RFC 3168 Sec. 6.1.1).
    pub(crate) fn on_syn(&mut self, syn: &TcpSegment, field: Ecn) {
        let ace = syn.flags.ace();
        let is_classic = ace & 0b011 == 0b011;
        self.mode = if self.accepts == EcnVariant::AccEcn && !matches!(ace, 0 | 0b011) {
            EcnVariant::AccEcn
        } else if self.accepts > EcnVariant::Off
            && is_classic
            && (!field.is_capable() || ace == 0b111 || self.is_always)
        {
            EcnVariant::Classic
        } else {
            EcnVariant::Off
        };
        self.peer_syn = field;
        self.feedback.previous = field;
        self.awaits_answer = true;
    }

    /// Completes a departing SYN-ACK and returns its ECN field and whether it has the option.
    pub(crate) fn on_syn_ack_sent(&mut self, answer: &mut TcpSegment, is_first: bool) -> Ecn {
        let ace = match self.mode {
            EcnVariant::Off => return Ecn::NotEct,
            EcnVariant::Classic => 0b001,
            EcnVariant::AccEcn => reflected(self.peer_syn),
        };
        answer.flags = answer.flags.with_ace(ace);
        if self.is_accurate() && self.option > OptionUse::Off && is_first {
            let option = AccEcnOption::new(INITIAL_BYTES, AccEcnOption::MAX);
            answer.option = Some(ExtraOption::AccEcn(option));
            self.feedback.demand = 1;
        }
        self.own_syn = if self.is_always { self.ect } else { Ecn::NotEct };
        self.own_syn
    }

    /// Negotiates at the client.
    pub(crate) fn on_syn_ack(&mut self, answer: &TcpSegment, field: Ecn) {
        let ace = answer.flags.ace();
        self.mode = match (self.asks, ace) {
            (EcnVariant::Off, _) | (_, 0b000 | 0b111) => EcnVariant::Off,
            (_, 0b001 | 0b101) => EcnVariant::Classic,
            (EcnVariant::Classic, _) => EcnVariant::Off,
            (EcnVariant::AccEcn, _) => EcnVariant::AccEcn,
        };
        if !self.is_accurate() {
            return;
        }
        self.peer_syn = field;
        self.feedback.previous = field;
        self.note_option(answer);
        if self.has_seen_option {
            self.feedback.demand = 2;
        }
        if field == Ecn::Ce && self.believes(ace) {
            self.feedback.packets += 1;
        }
    }

    /// Handles a segment that arrives at a sender. Beside a receiving half, that counts it.
    pub(crate) fn on_answer_or_arrival(&mut self, segment: &TcpSegment, field: Ecn, is_half: bool) {
        if segment.flags.contains(TcpFlags::SYN) {
            if !std::mem::replace(&mut self.is_answered, true) {
                self.on_syn_ack(segment, field);
            }
        } else if is_half {
            if std::mem::take(&mut self.awaits_answer) && self.is_accurate() {
                self.on_answer(segment);
            }
            self.note_option(segment);
        } else {
            self.on_arrival(segment, field);
        }
    }

    /// Whether what `ace` tells about the own SYN or SYN-ACK can be; otherwise the peer's ACE field
    /// is not believed.
    fn believes(&mut self, ace: u8) -> bool {
        let can_be = is_valid(self.own_syn, told_by(ace));
        self.is_ace_broken |= !can_be;
        can_be
    }

    /// Handles the ACE field of the answer to the SYN-ACK (RFC 9768 Table 4).
    fn on_answer(&mut self, answer: &TcpSegment) {
        match answer.flags.ace() {
            0 => self.is_ace_broken = true,
            0b001 | 0b101 | 0b111 => {}
            ace if answer.payload == 0 && self.believes(ace) => {
                self.response.packets += u32::from(told_by(ace) == Ecn::Ce);
            }
            _ => {}
        }
    }

    // ---- feedback ----

    fn note_option(&mut self, segment: &TcpSegment) {
        if self.has_seen_option || self.is_option_broken {
            return;
        }
        if let Some(ExtraOption::AccEcn(option)) = segment.option {
            let [ect_1, _, ect_0] = option.counters();
            // RFC 9768 Sec. 3.2.3.2.4: a counter that began at 1 and is 0 was zeroed.
            self.is_option_broken = ect_1 == Some(0) || ect_0 == Some(0);
            self.has_seen_option = true;
        }
    }

    /// Counts an arriving segment other than SYN and SYN-ACK.
    pub fn on_arrival(&mut self, segment: &TcpSegment, field: Ecn) {
        if std::mem::take(&mut self.awaits_answer) && self.is_accurate() {
            self.on_answer(segment);
        }
        if self.mode == EcnVariant::Off {
            return;
        }
        self.note_option(segment);
        let feedback = &mut self.feedback;
        if let Some(counter) = counter_of(field) {
            feedback.packets += u32::from(field == Ecn::Ce);
            if segment.payload > 0 {
                let before = feedback.bytes[counter];
                let after = before.wrapping_add(segment.payload);
                feedback.bytes[counter] = after;
                feedback.least = feedback.least.max(counter + 1);
                // RFC 9768 Sec. 3.2.3.3: at least once for each 2^22 bytes.
                if (before ^ after) >> 22 != 0 {
                    feedback.demand = feedback.demand.max(1);
                }
            }
        }
        let is_change = feedback.previous != field;
        feedback.previous = field;
        if self.is_accurate() && (is_change || field == Ecn::Ce) {
            // RFC 9768 Sec. 3.2.2.5.1: changes trigger ACKs.
            self.feedback.ack_now |= is_change;
            self.feedback.demand = 2;
        }
    }

    /// Handles a segment that arrives at a receiver, whose peer's SYN is `awaited` or has come.
    pub(crate) fn on_receive(&mut self, segment: &TcpSegment, field: Ecn, awaited: bool) {
        if !segment.flags.contains(TcpFlags::SYN) {
            self.on_arrival(segment, field);
        } else if awaited {
            self.on_syn(segment, field);
        }
    }

    /// Handles the flag CWR of acceptable data (`tcp_ecn_accept_cwr`).
    pub(crate) fn on_cwr(&mut self, flags: TcpFlags) {
        if self.mode == EcnVariant::Classic && flags.contains(TcpFlags::CWR) {
            self.feedback.echoes = false;
            self.feedback.ack_now = true;
        }
    }

    /// Whether the pending ACK has to leave before data with this field: DCTCP's ACKs never cover
    /// packets with and without CE (RFC 8257 Sec. 3.2).
    pub(crate) fn parts_acks(&self, field: Ecn) -> bool {
        let is_marked = field == Ecn::Ce;
        self.is_always
            && self.mode == EcnVariant::Classic
            && field.is_capable()
            && is_marked != self.feedback.echoes
    }

    /// Handles the field of acceptable data. Returns whether quick ACKs begin
    /// (`tcp_data_ecn_check`).
    pub fn on_data(&mut self, field: Ecn) -> bool {
        if self.mode == EcnVariant::Off {
            return false;
        }
        let parts = self.parts_acks(field);
        let feedback = &mut self.feedback;
        match field {
            // Probably a retransmission.
            Ecn::NotEct => return feedback.has_seen_ect,
            _ if self.mode == EcnVariant::AccEcn => {
                feedback.has_seen_ect = true;
                return false;
            }
            _ => feedback.has_seen_ect = true,
        }
        if self.is_always {
            feedback.ack_now |= parts;
            feedback.echoes = field == Ecn::Ce;
            return false;
        }
        field == Ecn::Ce && !std::mem::replace(&mut feedback.echoes, true)
    }

    /// Whether the next ACK of data leaves immediately.
    pub(crate) fn takes_ack_now(&mut self) -> bool {
        std::mem::take(&mut self.feedback.ack_now)
    }

    /// Whether the next segment carries the option; `smoothed` is the round-trip time.
    pub(crate) fn sends_option(&self, now: SimTime, smoothed: Option<Duration>) -> bool {
        let is_due = || {
            let since = now.saturating_since(self.feedback.option_sent);
            smoothed.is_none_or(|smoothed| since * u64::from(BEACONS) >= smoothed)
        };
        self.is_accurate()
            && self.has_seen_option
            && match self.option {
                OptionUse::Off => false,
                OptionUse::Minimum => self.feedback.demand > 0 || is_due(),
                OptionUse::Full => true,
            }
    }

    /// Whether every segment carries the option.
    pub(crate) fn always_sends_option(&self) -> bool {
        self.is_accurate() && self.has_seen_option && self.option == OptionUse::Full
    }

    /// Adds the feedback to a departing segment, and the option as far as `room` bytes allow;
    /// returns the length of the option.
    pub fn give(&mut self, now: SimTime, segment: &mut TcpSegment, room: Option<u32>) -> u32 {
        match self.mode {
            EcnVariant::Off => return 0,
            EcnVariant::Classic => {
                if self.feedback.echoes {
                    segment.flags = segment.flags.with(TcpFlags::ECE);
                }
                return 0;
            }
            EcnVariant::AccEcn => {}
        }
        // The answer to a SYN-ACK has its own ACE field.
        if segment.flags.ace() == 0 {
            let ace = self.feedback.packets.wrapping_add(INITIAL_CEP);
            segment.flags = segment.flags.with_ace((ace & 7) as u8);
        }
        let Some(room) = room else { return 0 };
        let count = match room {
            FULL_OPTION.. => 3,
            8.. if self.feedback.least < 3 => 2,
            _ => return 0,
        };
        let feedback = &mut self.feedback;
        let mut counters = INITIAL_BYTES;
        for (counter, bytes) in counters.iter_mut().zip(feedback.bytes) {
            *counter = counter.wrapping_add(bytes);
        }
        let option = ExtraOption::AccEcn(AccEcnOption::new(counters, count));
        segment.option = Some(option);
        feedback.least = 0;
        feedback.option_sent = now;
        feedback.demand = feedback.demand.saturating_sub(1);
        option.length()
    }

    /// Reserves room for the option in a segment that another half completes; returns its length.
    pub fn reserve(&self, segment: &mut TcpSegment, sends: bool) -> u32 {
        if sends {
            segment.option = Some(ExtraOption::AccEcn(AccEcnOption::new(INITIAL_BYTES, 3)));
        }
        if sends { FULL_OPTION } else { 0 }
    }

    /// Completes a segment of the other half, which has reserved room for the option if it is to
    /// have it.
    pub fn complete(&mut self, now: SimTime, segment: &mut TcpSegment) {
        let has_option = matches!(segment.option, Some(ExtraOption::AccEcn(_)));
        self.give(now, segment, has_option.then_some(FULL_OPTION));
    }

    /// Completes an ACK whose other options take `used` bytes, of which SACK blocks make way for
    /// the option as long as two are left (`tcp_options_fit_accecn`). Returns the number of blocks
    /// that stay and the length of the option.
    pub(crate) fn give_in_ack(
        &mut self,
        now: SimTime,
        segment: &mut TcpSegment,
        used: u32,
        blocks: usize,
        smoothed: Option<Duration>,
    ) -> (usize, u32) {
        let sends = self.sends_option(now, smoothed);
        let mut blocks = blocks;
        let needed = if self.feedback.least < 3 { 8 } else { FULL_OPTION };
        let room = |blocks: usize| {
            let sack = if blocks > 0 { 4 + 8 * blocks as u32 } else { 0 };
            MAX_OPTIONS.saturating_sub(used + sack)
        };
        while sends && self.feedback.least > 0 && blocks > 2 && room(blocks) < needed {
            blocks -= 1;
        }
        let length = self.give(now, segment, sends.then(|| room(blocks)));
        (blocks, length)
    }

    // ---- departure ----

    /// Sets the flag CWR and the ACE field of the answer to a SYN-ACK, and returns the ECN field of
    /// a departing segment other than SYN and SYN-ACK (RFC 3168 Sec. 6.1.4 to 6.1.6: no pure ACKs,
    /// no retransmissions; RFC 9768 Sec. 3.2.2.4 if feedback is broken).
    pub(crate) fn on_departure(&mut self, segment: &mut TcpSegment, departure: Departure) -> Ecn {
        match self.mode {
            EcnVariant::Off => Ecn::NotEct,
            EcnVariant::Classic => {
                let is_new = departure == Departure::New;
                if is_new && std::mem::take(&mut self.response.owes_cwr) {
                    segment.flags = segment.flags.with(TcpFlags::CWR);
                }
                if is_new || self.is_always { self.ect } else { Ecn::NotEct }
            }
            EcnVariant::AccEcn => {
                if departure == Departure::ThirdAck {
                    segment.flags = segment.flags.with_ace(reflected(self.peer_syn));
                }
                if self.is_ace_broken { Ecn::NotEct } else { self.ect }
            }
        }
    }

    // ---- response ----

    /// Handles the feedback of an ACK. Returns whether it reports congestion.
    pub(crate) fn on_feedback(&mut self, segment: &TcpSegment, acked: &Acked) -> bool {
        match self.mode {
            EcnVariant::Off => false,
            EcnVariant::Classic => {
                let echoes = segment.flags.contains(TcpFlags::ECE);
                self.response.packets += if echoes { acked.packets } else { 0 };
                echoes
            }
            EcnVariant::AccEcn => {
                let marked = self.newly_marked(segment, acked);
                self.response.packets = self.response.packets.wrapping_add(marked);
                marked > 0
            }
        }
    }

    /// Returns the number of packets that newly arrived with CE (RFC 9768 Appendix A.1, A.2).
    fn newly_marked(&mut self, segment: &TcpSegment, acked: &Acked) -> u32 {
        let ace = segment.flags.ace();
        if !acked.is_newer || self.is_ace_broken {
            return 0;
        }
        let marked_bytes = self.take_option(segment, acked.bytes);
        if acked.packets > 0 {
            let mean = &mut self.response.per_ack;
            let mine = acked.packets << 6;
            *mean = if *mean == 0 { mine } else { (*mean * 63 + mine) / 64 };
        }
        if acked.is_first && ace == 0 {
            (self.is_ace_broken, self.is_option_broken) = (true, true);
            return 0;
        }
        let corrected = u32::from(ace).wrapping_sub(INITIAL_CEP);
        let least = corrected.wrapping_sub(self.response.packets) & 7;
        if acked.packets <= 7 {
            return least;
        }
        // The field may have wrapped: the largest number that fits.
        let most = acked.packets - (acked.packets.wrapping_sub(least) & 7);
        match marked_bytes {
            Some(0) => least,
            Some(bytes) if u64::from(bytes) > u64::from(least) * u64::from(acked.mss) => most,
            Some(bytes) if u64::from(bytes) < u64::from(most) * u64::from(acked.mss) / 2 => least,
            None if self.response.per_ack > THINNED => least,
            _ => most,
        }
    }

    /// Takes the byte counters of the option. Returns the bytes that newly arrived with CE, if they
    /// are known.
    fn take_option(&mut self, segment: &TcpSegment, bytes: u32) -> Option<u32> {
        if self.is_option_broken {
            return None;
        }
        let response = &mut self.response;
        let before = response.bytes[1];
        let Some(ExtraOption::AccEcn(option)) = segment.option else {
            let counter = response.estimate.filter(|_| self.has_seen_option)?;
            response.bytes[counter] = response.bytes[counter].wrapping_add(bytes);
            return Some(response.bytes[1].wrapping_sub(before));
        };
        let estimate = response.estimate;
        let (mut is_known, mut is_ambiguous, mut changed) = (estimate.is_some(), false, false);
        for (counter, told) in option.counters().into_iter().enumerate() {
            let Some(told) = told else { continue };
            let sum = &mut response.bytes[counter];
            let step = told.wrapping_sub(INITIAL_BYTES[counter]).wrapping_sub(*sum);
            // Of 24 bits, signed.
            let step = (step << 8) as i32 >> 8;
            *sum = sum.wrapping_add_signed(step);
            is_ambiguous |= step < 0;
            if step != 0 && estimate != Some(counter) {
                is_ambiguous |= changed;
                response.estimate = Some(counter);
                changed = true;
            }
        }
        if is_ambiguous {
            response.estimate = None;
            is_known = false;
        }
        is_known.then(|| response.bytes[1].wrapping_sub(before))
    }

    /// Records that the window was reduced, which data tell with CWR (RFC 3168 Sec. 6.1.2), or that
    /// the reduction was undone.
    pub(crate) fn set_reduced(&mut self, is_reduced: bool) {
        self.response.owes_cwr = is_reduced && self.mode == EcnVariant::Classic;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::congestion::named;

    fn state(asks: EcnVariant, accepts: EcnVariant, congestion: &str) -> EcnState {
        let plain = TcpConfig::named("linux", congestion);
        let config = TcpConfig { ecn: Some(asks), ecn_server: Some(accepts), ..plain };
        *EcnState::of(&config).expect("ECN is asked for")
    }

    const SYN: TcpSegment = TcpSegment {
        seq: skyseam_packet::SeqNumber(0),
        ack: skyseam_packet::SeqNumber(0),
        flags: TcpFlags::SYN,
        window: 65_535,
        payload: 0,
        sack: skyseam_packet::SackBlocks::NONE,
        timestamps: None,
        option: None,
    };

    fn ack(ace: u8, option: Option<[u32; 3]>) -> TcpSegment {
        let option = option.map(|counters| ExtraOption::AccEcn(AccEcnOption::new(counters, 3)));
        TcpSegment { flags: TcpFlags::ACK.with_ace(ace), option, ..SYN }
    }

    fn data(payload: u32) -> TcpSegment {
        TcpSegment { payload, ..ack(5, None) }
    }

    /// Shakes hands over a path that changes SYN and SYN-ACK; returns client and server, and the
    /// flags of both segments.
    fn shake(
        (mut client, mut server): (EcnState, EcnState),
        [on_syn, on_answer]: [fn(&mut TcpSegment, &mut Ecn); 2],
    ) -> (EcnState, EcnState, [u16; 2]) {
        let mut syn = SYN;
        let mut field = client.on_syn_sent(&mut syn, true);
        let asked = syn.flags.0;
        on_syn(&mut syn, &mut field);
        server.on_syn(&syn, field);
        let mut answer = TcpSegment { flags: TcpFlags::SYN.with(TcpFlags::ACK), ..SYN };
        let mut field = server.on_syn_ack_sent(&mut answer, true);
        on_answer(&mut answer, &mut field);
        client.on_syn_ack(&answer, field);
        (client, server, [asked, answer.flags.0])
    }

    const UNCHANGED: fn(&mut TcpSegment, &mut Ecn) = |_, _| {};
    const MARKED: fn(&mut TcpSegment, &mut Ecn) = |_, field| *field = Ecn::Ce;
    const ALL: [EcnVariant; 3] = [EcnVariant::Off, EcnVariant::Classic, EcnVariant::AccEcn];

    /// Goal: both ends agree on the lesser variant, with the flags of RFC 9768 Table 2. Method:
    /// every pair, with the flags that Linux 7.1.5 sent.
    #[test]
    fn the_lesser_variant_is_agreed_on() {
        for asks in [EcnVariant::Classic, EcnVariant::AccEcn] {
            for accepts in ALL {
                let ends = || (state(asks, accepts, "cubic"), state(asks, accepts, "cubic"));
                let (client, server, flags) = shake(ends(), [UNCHANGED; 2]);
                let agreed = asks.min(accepts);
                assert_eq!([client.mode, server.mode], [agreed; 2], "{asks:?} {accepts:?}");
                let syn = if asks == EcnVariant::AccEcn { 450 } else { 194 };
                let answer = match agreed {
                    EcnVariant::Off => 18,
                    EcnVariant::Classic => 82,
                    EcnVariant::AccEcn => 146,
                };
                assert_eq!(flags, [syn, answer], "{asks:?} {accepts:?}");
            }
        }
        let accurate = || state(EcnVariant::AccEcn, EcnVariant::AccEcn, "cubic");
        let clear: fn(&mut TcpSegment, &mut Ecn) =
            |syn, _| syn.flags = syn.flags.with_ace(syn.flags.ace() & 3);
        let (client, server, _) = shake((accurate(), accurate()), [clear, UNCHANGED]);
        assert_eq!([client.mode, server.mode], [EcnVariant::Classic; 2], "AE cleared");
        let classic = || state(EcnVariant::Classic, EcnVariant::Classic, "cubic");
        let (client, server, _) = shake((classic(), classic()), [MARKED, UNCHANGED]);
        assert_eq!([client.mode, server.mode], [EcnVariant::Off; 2], "a SYN with CE");
        let mut syn = SYN;
        assert_eq!(accurate().on_syn_sent(&mut syn, false), Ecn::NotEct);
        assert_eq!(syn.flags, TcpFlags::SYN, "a second SYN asks for none");
    }

    /// Goal: CE on a SYN-ACK that was not capable is counted, told by the third segment (flags 400
    /// in the kernel), and makes the server distrust the feedback: its packets are not capable.
    #[test]
    fn a_mark_that_cannot_be_is_told_and_not_believed() {
        let ends = || state(EcnVariant::AccEcn, EcnVariant::AccEcn, "cubic");
        let (mut client, mut server, _) = shake((ends(), ends()), [UNCHANGED, MARKED]);
        let mut third = TcpSegment { flags: TcpFlags::ACK, ..SYN };
        assert_eq!(client.on_departure(&mut third, Departure::ThirdAck), Ecn::Ect0);
        client.give(SimTime::ZERO, &mut third, Some(FULL_OPTION));
        assert_eq!((third.flags.0, third.option.is_some()), (400, true));
        server.on_arrival(&third, Ecn::Ect0);
        assert_eq!(server.on_departure(&mut ack(0, None), Departure::Other), Ecn::NotEct);
        let mut first = TcpSegment { flags: TcpFlags::ACK, payload: 1436, ..SYN };
        client.give(SimTime::ZERO, &mut first, None);
        assert_eq!(first.flags.ace(), 6, "one packet with CE");
    }

    /// Goal: the counter of three bits gives the least or the largest possible number of marks of
    /// an ACK of many packets (RFC 9768 Appendix A.2). Method: 20 packets acknowledged, of which 3,
    /// 11 or 19 had CE, with the option and without.
    #[test]
    fn the_option_says_how_often_the_counter_wrapped() {
        let ends = || state(EcnVariant::AccEcn, EcnVariant::AccEcn, "cubic");
        let acked = |packets| Acked {
            packets,
            bytes: packets * 1436,
            is_newer: true,
            is_first: false,
            mss: 1436,
        };
        for (marks, with_option, found) in
            [(3, true, 3), (11, true, 19), (19, true, 19), (3, false, 19), (11, false, 19)]
        {
            let (mut client, ..) = shake((ends(), ends()), [UNCHANGED; 2]);
            // The first option shows which counter grows.
            client.on_feedback(&ack(5, Some([1, 0, 1 + 1436])), &acked(1));
            let sums = [1, 1436 * marks, 1 + 1436 * (21 - marks)];
            let news = ack(((5 + marks) & 7) as u8, with_option.then_some(sums));
            if !with_option {
                client.response.estimate = None;
                client.response.per_ack = 64;
            }
            assert!(client.on_feedback(&news, &acked(20)));
            assert_eq!(client.delivered_ce(), found, "{marks} marks, option: {with_option}");
        }
        let (mut client, ..) = shake((ends(), ends()), [UNCHANGED; 2]);
        assert!(!client.on_feedback(&ack(0, None), &Acked { is_first: true, ..acked(1) }));
        let field = client.on_departure(&mut data(1436), Departure::New);
        assert_eq!(field, Ecn::NotEct, "a counter of zero at first is broken");
    }

    /// Goal: RFC 3168 Sec. 6.1.2 to 6.1.5: ECE until CWR, CWR with the next new data alone, ECT on
    /// new data alone.
    #[test]
    fn classic_echoes_last_until_the_window_is_reduced() {
        let ends = || state(EcnVariant::Classic, EcnVariant::Classic, "cubic");
        let (mut client, mut server, _) = shake((ends(), ends()), [UNCHANGED; 2]);
        let echo = |server: &mut EcnState| {
            let mut answer = ack(0, None);
            server.give(SimTime::ZERO, &mut answer, None);
            answer.flags.contains(TcpFlags::ECE)
        };
        assert!(!server.on_data(Ecn::Ect0) && !echo(&mut server));
        assert!(server.on_data(Ecn::Ce), "quick ACKs");
        assert!(echo(&mut server) && !server.on_data(Ecn::Ect0) && echo(&mut server));
        assert!(server.on_data(Ecn::NotEct), "a retransmission");
        client.set_reduced(true);
        let mut sent = TcpSegment { flags: TcpFlags::ACK, payload: 9, ..SYN };
        assert_eq!(client.on_departure(&mut sent, Departure::Other), Ecn::NotEct);
        assert!(!sent.flags.contains(TcpFlags::CWR));
        assert_eq!(client.on_departure(&mut sent, Departure::New), Ecn::Ect0);
        assert!(sent.flags.contains(TcpFlags::CWR));
        server.on_cwr(sent.flags);
        assert!(!echo(&mut server) && server.takes_ack_now());
        let mut next = TcpSegment { flags: TcpFlags::ACK, payload: 9, ..SYN };
        client.on_departure(&mut next, Departure::New);
        assert!(!next.flags.contains(TcpFlags::CWR), "once");
    }

    /// Goal: RFC 8257 Sec. 3.2: with classic feedback DCTCP's ACKs part where the marks begin and
    /// end; all its packets are capable, and Prague's ECT(1).
    #[test]
    fn controllers_that_need_ecn_have_capable_packets() {
        let ends = || state(EcnVariant::Classic, EcnVariant::Classic, "dctcp");
        let (client, mut server, _) = shake((ends(), ends()), [UNCHANGED; 2]);
        assert_eq!((client.own_syn, server.own_syn), (Ecn::Ect0, Ecn::Ect0));
        let parts: Vec<bool> = [Ecn::Ect0, Ecn::Ce, Ecn::Ce, Ecn::Ect0]
            .map(|field| {
                let parts = server.parts_acks(field);
                server.on_data(field);
                parts && server.takes_ack_now()
            })
            .into();
        assert_eq!(parts, [false, true, false, true]);
        let ends = || state(EcnVariant::AccEcn, EcnVariant::AccEcn, "prague");
        let (mut client, ..) = shake((ends(), ends()), [UNCHANGED; 2]);
        assert_eq!(client.on_departure(&mut data(9), Departure::New), Ecn::Ect1);
        assert_eq!(named("prague").map(|prague| prague.ect()), Some(Ecn::Ect1));
    }
}
