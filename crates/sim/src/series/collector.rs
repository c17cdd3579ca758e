//! Distribution of a world's events to the recordings that receive their kind.
//!
//! An event kind that no recording receives costs the test of one bit.

use std::any::Any;

use skyseam_base::{Duration, FlowId, NodeId, SimTime};
use skyseam_engine::EventOrder;
use skyseam_net::PacketKey;
use skyseam_net::queue::QueuedPacket;
use skyseam_packet::Packet;
use skyseam_trace::{
    AnySeries, Columns, DropReason, Event, Events, HarqEnding, KeptEvent, Recorder, Recording,
    RunEnd, Table,
};

use super::drops::Drops;
use super::group_throughput::{self, GroupThroughput};
use super::pages::Pages;
use super::responses::Responses;
use super::retransmissions::Retransmissions;
use super::throughput::{self, Throughput};
use super::videos::Videos;
use crate::id::TransmitterId;

/// Number of rows of a table at which they are taken out: enough that a piece is worth its
/// handling.
const MANY_ROWS: usize = 1 << 16;

/// A recording, and the event kinds that it receives.
#[derive(Debug)]
struct Listener {
    name: &'static str,
    events: Events,
    recording: Box<dyn Recording>,
}

/// All recordings of a run.
#[derive(Debug)]
pub(crate) struct Collector {
    /// Event kinds that at least one recording receives.
    heard: Events,
    /// Event kinds that any recording, group or note needs; events of other kinds cost one bit
    /// test.
    told: Events,
    listeners: Vec<Listener>,
    /// Event kinds recorded after the fact; tables that use them keep their rows until the end.
    late: Events,
    groups: Option<GroupThroughput>,
    drops: Drops,
    /// Number of packets dropped, by number of the flow and of the reason; up to the last flow with
    /// a drop.
    dropped: Vec<[u64; DropReason::ALL.len()]>,
    responses: Responses,
    videos: Videos,
    pages: Pages,
    /// Events for the collector of the whole run, if this is a region.
    notes: Option<Box<Notes>>,
}

/// Events of a region, in their order.
#[derive(Debug, Default)]
struct Notes {
    /// Order of the event being handled, and number of the current part of it.
    at: (EventOrder, u32),
    notes: Vec<Note>,
}

/// An event that a region keeps for the collector of the whole run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Note {
    at: (EventOrder, u32),
    now: SimTime,
    /// Whether it is in the direction that series do not show.
    is_reverse: bool,
    /// The event; `None` marks an event of the queue that recorded nothing and was followed by one
    /// of lower order.
    event: Option<KeptEvent>,
}

impl Notes {
    /// Begins the event at `order`. If the previous one ranks higher, its note must exist, so that
    /// a merge of regions does not move this one ahead.
    #[inline]
    fn begin_event(&mut self, order: EventOrder) {
        let (before, _) = self.at;
        if order < before && self.notes.last().is_none_or(|note| note.at.0 != before) {
            let now = before.time();
            self.notes.push(Note { at: self.at, now, is_reverse: false, event: None });
        }
        self.at = (order, 0);
    }
}

impl Collector {
    /// Recordings of `series`, of throughput in bins of `throughput_bin`, and of `groups`. Drops
    /// are always recorded.
    pub fn new(
        series: &[AnySeries],
        throughput_bin: Option<Duration>,
        groups: Option<GroupThroughput>,
    ) -> Self {
        let begin = |series: &AnySeries| Listener {
            name: series.name(),
            events: series.events,
            recording: series.begin(),
        };
        let mut listeners: Vec<Listener> = series.iter().map(begin).collect();
        listeners.extend(throughput_bin.map(|width| Listener {
            name: throughput::Rows::SPEC.name,
            events: Throughput::EVENTS,
            recording: Box::new(Throughput::new(width)),
        }));
        let events = listeners.iter().map(|listener| listener.events);
        let always =
            Events::DROPPED.and(Events::RESPONDED).and(Events::SEGMENT_ARRIVED).and(Events::PAGES);
        let heard = events.fold(always, Events::and);
        let told = heard.and(groups.as_ref().map_or(Events::NONE, |_| Events::DELIVERED));
        Self {
            heard,
            told,
            listeners,
            late: Events::NONE,
            groups,
            drops: Drops::default(),
            dropped: Vec::new(),
            responses: Responses::default(),
            videos: Videos::default(),
            pages: Pages::default(),
            notes: None,
        }
    }

    /// Declares that some event kinds will be recorded out of time order.
    pub(crate) fn expect_late(&mut self, late: Events) {
        self.late = self.late.and(late);
    }

    /// Event kinds that are recorded after the fact.
    pub fn late(&self) -> Events {
        self.late
    }

    /// Keeps the events recorded from now on, for the collector of the whole run.
    pub(crate) fn begin_notes(&mut self) {
        self.notes = Some(Box::default());
    }

    /// Whether notes can hold all event kinds that recordings receive.
    pub(crate) fn can_be_noted(&self) -> bool {
        // Handovers are stated at the end of a run, to the collector of the whole.
        let kinds = KeptEvent::KINDS.and(Events::HANDED_OVER);
        self.listeners.iter().all(|one| one.events.are_among(kinds))
    }

    /// Sets the order of the event that is handled next.
    #[inline]
    pub fn note_order(&mut self, order: EventOrder) {
        if let Some(notes) = &mut self.notes {
            notes.begin_event(order);
        }
    }

    /// Sets the number of the event's part that is handled next.
    pub(crate) fn note_part(&mut self, part: u32) {
        if let Some(notes) = &mut self.notes {
            notes.at.1 = part;
        }
    }

    /// The notes since the last call, in the order of their events.
    pub(crate) fn take_notes(&mut self) -> Vec<Note> {
        self.notes.as_mut().map_or_else(Vec::new, |notes| std::mem::take(&mut notes.notes))
    }

    /// Adds the group recordings of another region, which are not noted: sums do not depend on the
    /// order of events.
    pub(crate) fn join_groups(&mut self, other: &mut Self) {
        match (&mut self.groups, other.groups.take()) {
            (Some(own), Some(other)) => own.join(other),
            (own, other) => *own = own.take().or(other),
        }
    }

    /// Records the notes of all regions up to an instant, in the order of the undivided run.
    ///
    /// An event may schedule another for the same instant that ranks below it, as the opening of a
    /// flow does with a timer that is due at once; so the notes of a region are not sorted. The
    /// undivided run always handles the lowest of all pending events, which is the lowest of the
    /// regions' next ones: hence a merge of the regions' sequences by their first notes.
    pub(crate) fn record_notes(&mut self, regions: Vec<Vec<Note>>) {
        let mut regions: Vec<_> =
            regions.into_iter().map(|notes| notes.into_iter().peekable()).collect();
        let mut of_event = Vec::new();
        while let Some((order, _)) =
            regions.iter_mut().filter_map(|notes| Some(notes.peek()?.at)).min()
        {
            // Only the opening of a flow is handled in two regions: the sender's part goes first.
            for notes in &mut regions {
                of_event.extend(std::iter::from_fn(|| notes.next_if(|note| note.at.0 == order)));
            }
            of_event.sort_by_key(|note| note.at.1);
            for Note { now, is_reverse, event, .. } in of_event.drain(..) {
                match event {
                    Some(event) if is_reverse => self.record_reverse(now, event.event()),
                    Some(event) => self.record(now, event.event()),
                    None => {}
                }
            }
        }
    }

    #[cold]
    fn keep(&mut self, now: SimTime, event: &Event<'_>, is_reverse: bool) -> bool {
        let Some(Notes { at, notes }) = self.notes.as_deref_mut() else { return false };
        let event = Some(KeptEvent::of(event).expect("a kind that can be kept"));
        notes.push(Note { at: *at, now, is_reverse, event });
        true
    }

    /// Whether a recording receives one of these kinds.
    pub fn hears(&self, events: Events) -> bool {
        self.heard.has(events)
    }

    /// Records that a packet waits before link number `link` from `now` until its transmission at
    /// `start`.
    #[inline]
    pub(crate) fn note_wait(&mut self, now: SimTime, start: SimTime, link: TransmitterId) {
        if self.hears(Events::WAITED) && start > now {
            self.tell(now, &Event::Waited { link: link.0, until: start });
        }
    }

    /// Records that a packet of a class leaves the queue of link number `link`, to be sent at
    /// `start`.
    pub(crate) fn note_class(
        &mut self,
        now: SimTime,
        (held, start): (QueuedPacket, SimTime),
        class: Option<u32>,
        link: TransmitterId,
    ) {
        let Some(class) = class else { return };
        let QueuedPacket { bytes, arrived, .. } = held;
        self.tell(now, &Event::ClassServed { link: link.0, class, bytes, arrived, start });
    }

    /// Records that a packet of the flow's sender reached the receiver's node. Series have one
    /// sequence space, so of a flow with several connections they show only the first.
    #[inline]
    pub(crate) fn note_arrival(&mut self, now: SimTime, packet: &Packet) {
        if self.hears(Events::ARRIVED) && packet.connection == 0 {
            self.tell(now, &Event::Arrived { packet });
        }
    }

    /// Records that the flow's sender handed `packet` to its node.
    #[inline]
    pub fn note_sent(&mut self, now: SimTime, packet: &Packet) {
        if self.hears(Events::SENT) && packet.connection == 0 {
            self.tell(now, &Event::Sent { packet });
        }
    }

    /// Records that a packet of the receiver reached the sender's node.
    #[inline]
    pub(crate) fn note_answer(&mut self, now: SimTime, packet: &Packet) {
        if self.hears(Events::ANSWERED) && packet.connection == 0 {
            self.tell(now, &Event::Answered { packet });
        }
    }

    /// Records that `packet`, which has the number `key` in the network, is at `node`.
    #[inline]
    pub(crate) fn note_step(
        &mut self,
        now: SimTime,
        key: PacketKey,
        node: NodeId,
        packet: &Packet,
    ) {
        if self.hears(Events::STEPS) {
            self.tell(now, &Event::Reached { number: key.0, node, packet });
        }
    }

    /// Records that the packet `key` left the network before its destination.
    #[inline]
    pub(crate) fn note_gone(&mut self, now: SimTime, key: PacketKey, reason: DropReason) {
        if self.hears(Events::STEPS) {
            self.tell(now, &Event::Gone { number: key.0, reason });
        }
    }

    /// Records how HARQ ended for `packet`.
    #[inline]
    pub(crate) fn note_harq(&mut self, now: SimTime, packet: &Packet, ending: &HarqEnding) {
        if self.hears(Events::HARQ_ENDED) {
            self.tell(now, &Event::HarqEnded { packet, ending });
        }
    }

    #[cold]
    fn tell_all(&mut self, now: SimTime, event: &Event<'_>) {
        if let Some(groups) = &mut self.groups {
            groups.record(now, event, false);
        }
        if self.heard.has(event.kind()) {
            self.tell(now, event);
        }
    }

    /// Passes an event to its recordings. Out of line: most runs record little, and the code of the
    /// test should stay small.
    #[cold]
    fn tell(&mut self, now: SimTime, event: &Event<'_>) {
        if self.keep(now, event, false) {
            return;
        }
        let kind = event.kind();
        if let Event::Dropped { reason, packet, .. } = *event {
            self.count_drop(packet.flow, reason);
            self.drops.record(now, event);
        } else if kind == Events::RESPONDED {
            self.responses.record(now, event);
        } else if let Event::SegmentArrived { flow, segment } = *event {
            self.videos.add(flow, segment);
        } else if kind == Events::PAGES {
            self.pages.record(now, event);
        }
        for listener in &mut self.listeners {
            if listener.events.has(kind) {
                listener.recording.record(now, event);
            }
        }
    }

    fn count_drop(&mut self, flow: FlowId, reason: DropReason) {
        if self.dropped.len() <= flow.index() {
            self.dropped.resize(flow.index() + 1, [0; DropReason::ALL.len()]);
        }
        self.dropped[flow.index()][reason as usize] += 1;
    }

    /// Number of packets dropped, by flow and reason.
    pub fn dropped(&self) -> impl Iterator<Item = (FlowId, DropReason, u64)> {
        let of_flow = |(flow, counts): (u32, &[u64; DropReason::ALL.len()])| {
            let counts = DropReason::ALL.into_iter().zip(*counts).filter(|&(_, count)| count > 0);
            counts.map(move |(reason, count)| (FlowId(flow), reason, count))
        };
        (0..).zip(&self.dropped).flat_map(of_flow)
    }

    /// Summary of the videos, their segments and playback.
    pub fn videos(&self) -> &Videos {
        &self.videos
    }

    /// Number of spurious retransmissions of `flow`, if recorded and known.
    pub(crate) fn spurious_of(&self, flow: FlowId) -> Option<u64> {
        let of_this_type = |listener: &Listener| -> Option<Option<u64>> {
            let recording: &dyn Any = &*listener.recording;
            Some(recording.downcast_ref::<Retransmissions>()?.spurious_of(flow))
        };
        self.listeners.iter().find_map(of_this_type).flatten()
    }

    /// The tables of series that are available during the run.
    pub fn so_far(&self, end: &RunEnd<'_>) -> Vec<(&'static str, Table)> {
        let told = |one: &Listener| Some((one.name, one.recording.so_far(end)?));
        self.listeners.iter().filter_map(told).collect()
    }

    /// Number of rows held, of all tables together.
    pub fn rows_held(&self) -> usize {
        let always: [&dyn Recording; 3] = [&self.drops, &self.responses, &self.pages];
        let asked = self.listeners.iter().map(|one| &*one.recording);
        let series: usize = always.into_iter().chain(asked).map(Recording::rows_held).sum();
        series + self.groups.as_ref().map_or(0, GroupThroughput::rows_held)
    }

    /// Passes the final rows of tables that have many to `take`; calls `end` only then.
    pub fn take_rows<'e>(
        &mut self,
        end: impl FnOnce() -> RunEnd<'e>,
        take: &mut dyn FnMut(&'static str, Table),
    ) {
        let always: [(&'static str, &mut dyn Recording); 2] =
            [(Drops::SPEC.name, &mut self.drops), (Responses::SPEC.name, &mut self.responses)];
        let late = self.late;
        let asked = self.listeners.iter_mut().filter(|one| !one.events.has(late));
        let asked = asked.map(|one| (one.name, &mut *one.recording));
        let full = always.into_iter().chain(asked).filter(|(_, one)| one.rows_ready() >= MANY_ROWS);
        let mut full = full.peekable();
        if full.peek().is_some() {
            let end = end();
            full.for_each(|(name, recording)| take(name, recording.take_rows(&end)));
        }
    }

    /// The tables at the end of a run, by name: drops, then the series in the requested order.
    pub(crate) fn into_tables(self, end: &RunEnd<'_>) -> Vec<(&'static str, Table)> {
        let mut tables = vec![(Drops::SPEC.name, Recording::into_table(Box::new(self.drops), end))];
        if !self.responses.is_empty() {
            let responses = Recording::into_table(Box::new(self.responses), end);
            tables.push((Responses::SPEC.name, responses));
        }
        if !self.pages.is_empty() {
            tables.push((Pages::SPEC.name, Recording::into_table(Box::new(self.pages), end)));
        }
        let grouped =
            self.groups.map(|one| (group_throughput::Rows::SPEC.name, one.into_table(end)));
        tables.extend(grouped);
        let listeners = self.listeners.into_iter();
        tables.extend(listeners.map(|one| (one.name, one.recording.into_table(end))));
        tables
    }
}

impl Recorder for Collector {
    fn record(&mut self, now: SimTime, event: Event<'_>) {
        if self.told.has(event.kind()) {
            self.tell_all(now, &event);
        }
    }

    fn receives(&self, kinds: Events) -> bool {
        self.told.has(kinds)
    }

    /// Series show the direction from the flow's source to its destination; drops and arrivals of
    /// groups count in the other direction too.
    fn record_reverse(&mut self, now: SimTime, event: Event<'_>) {
        match event {
            Event::Delivered { .. } => {
                if let Some(groups) = &mut self.groups {
                    groups.record(now, &event, true);
                }
            }
            Event::Dropped { reason, packet, .. } if !self.keep(now, &event, true) => {
                self.count_drop(packet.flow, reason);
                self.drops.record(now, &event);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use skyseam_packet::{Body, SyntheticDatagram};
    use skyseam_trace::{AckRelease, HarqEnd, RetransmitCause};

    use super::*;
    use crate::series::built_in;

    /// Enumerations are written as indices into `ALL`: the two orders must agree.
    #[test]
    fn indices_of_enumerations_name_them() {
        for (i, reason) in DropReason::ALL.into_iter().enumerate() {
            assert_eq!(reason as usize, i);
        }
        for (i, cause) in RetransmitCause::ALL.into_iter().enumerate() {
            assert_eq!(cause as usize, i);
        }
        for (i, release) in AckRelease::ALL.into_iter().enumerate() {
            assert_eq!(release as usize, i);
        }
        for (i, end) in HarqEnd::ALL.into_iter().enumerate() {
            assert_eq!(end as usize, i);
        }
    }

    /// Goal: rows that are taken are removed, and counts go on. Method: drops, one more than are
    /// taken at once.
    #[test]
    fn rows_are_taken_once_there_are_many() {
        let nodes = ["a".to_owned()];
        let end = || RunEnd { at: SimTime::MAX, nodes: &nodes, links: &[], receivers: &[] };
        let mut collector = Collector::new(&[], None, None);
        let packet = Packet {
            flow: FlowId(3),
            source: NodeId(0),
            destination: NodeId(0),
            size: 100,
            ttl: 64,
            created: SimTime::ZERO,
            body: Body::Synthetic(SyntheticDatagram { number: 0, to_server: true }),
            ..Packet::BLANK
        };
        let reason = DropReason::QueueOverflow;
        let mut taken = vec![];
        for _ in 0..=MANY_ROWS {
            let mut take = |name, rows: Table| taken.push((name, rows.rows()));
            collector.take_rows(end, &mut take);
            let event = Event::Dropped { node: NodeId(0), reason, packet: &packet };
            collector.record(SimTime::ZERO, event);
        }
        assert_eq!(taken, [("drops", MANY_ROWS)]);
        let counts: Vec<_> = collector.dropped().collect();
        assert_eq!(counts, [(FlowId(3), reason, MANY_ROWS as u64 + 1)]);
        let (_, last) = &collector.into_tables(&end())[0];
        assert_eq!(last.rows(), 1);
    }

    /// Goal: a series receives its event kinds, and nothing if it is not requested.
    #[test]
    fn what_is_not_asked_for_is_not_heard() {
        let now = SimTime::ZERO;
        let event = Event::FlowStarted { flow: FlowId(0) };
        let waits = |name: &str| {
            let series: Vec<AnySeries> = built_in().find(name).into_iter().collect();
            let mut collector = Collector::new(&series, None, None);
            let links = ["a -> b".to_owned()];
            // Its turn comes at once: it never waits.
            collector.note_wait(now, now, TransmitterId(0));
            collector.note_wait(now, SimTime::from_secs(1), TransmitterId(0));
            collector.record(now, event);
            let end = RunEnd { at: SimTime::MAX, nodes: &[], links: &links, receivers: &[] };
            let tables = collector.into_tables(&end);
            tables.iter().map(|(name, table)| (*name, table.rows())).collect::<Vec<_>>()
        };
        assert_eq!(waits("queue"), [("drops", 0), ("queue", 2)]);
        assert_eq!(waits("rtt"), [("drops", 0), ("rtt", 0)]);
    }
}
