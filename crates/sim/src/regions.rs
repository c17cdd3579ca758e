//! One run on several threads: the world divided into regions that run in parallel.
//!
//! A region is a set of nodes, and a world of its own ([`World::restrict`]). A packet sent into
//! another region arrives after the propagation delay of the link between; so, for the minimum of
//! these delays after the earliest event of all, every region can run without the others (a
//! conservative window: Fujimoto, Communications of the ACM 33(10), 1990). Then they exchange the
//! packets that crossed, and the next window begins. The order of events does not depend on the
//! region that inserted them, so that results are the same, byte for byte, as on one thread.
//!
//! A run that ends when all its flows have ended ends at their last event, which no region can
//! determine alone. A window therefore never extends beyond an instant until which the run
//! certainly continues; without such an instant, one event is handled at a time.

mod barrier;
mod division;

use std::ops::Add;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use skyseam_base::{Duration, SimTime};
use skyseam_constellation::Timeline;
use skyseam_constellation::routing::Findings;
use skyseam_engine::{self as engine, Control, EventOrder, EventQueue, Stop};
use skyseam_scenario::Scenario;
use skyseam_trace::RunEnd;

use crate::build;
use crate::flows::FlowSeries;
use crate::flows::forecast::Work;
use crate::id::LinkNames;
use crate::run::{Progress, Watcher, names_of_nodes};
use crate::series::Collector;
use crate::world::World;
use crate::world::region::{Mail, Standing};

use barrier::{CallsOff, Meeting};
pub(crate) use division::{Division, divide, least_delay_to_ground};

/// Combined results of all regions.
pub(crate) struct Together {
    pub world: World,
    pub stop: Stop,
    /// Time of the last event.
    pub last: SimTime,
    pub events: u64,
}

/// Reason for which a scenario runs on one thread, whatever was requested; `None` if it can be
/// divided.
pub(crate) fn why_not(scenario: &Scenario, world: &World) -> Option<&'static str> {
    let mut ends = world.flows.series().iter().flat_map(FlowSeries::parts);
    if scenario.sky.shells.is_empty() {
        Some("it has no satellites")
    } else if ends.any(|(from, to)| world.is_satellite(from) || world.is_satellite(to)) {
        Some("a flow or a proxy ends at a satellite")
    } else {
        world.why_whole()
    }
}

/// Number of barriers after which it is decided whether dividing is worthwhile.
const MEETINGS_BEFORE_JUDGEMENT: u64 = 2_000;

/// Events per window and region that outweigh the cost of a barrier, some microseconds.
const EVENTS_THAT_PAY: u64 = 16;

/// Status of all regions as last published, double-buffered because one region may be a step ahead.
struct SharedStatus {
    standings: [Vec<RegionStatus>; 2],
    mail: [Vec<Mutex<Mail>>; 2],
    notes: [Vec<Mutex<Vec<crate::series::Note>>>; 2],
    regions: usize,
    ways: Vec<WorkProgress>,
    /// Number of queries of the regions' progress.
    asked: AtomicU64,
    meeting: Meeting,
    /// Whether the run is left to one thread if dividing is not worthwhile.
    has_to_pay: bool,
    /// Limits on the flows that are open, and on the packets in the network, at once.
    most_open: u64,
    most_packets: u64,
}

/// Published status of one region.
#[derive(Default)]
struct RegionStatus {
    most_open: AtomicU64,
    most_packets: AtomicU64,
    next: [AtomicU64; 2],
    goes_on_until: AtomicU64,
    busy: AtomicU64,
    inside: AtomicU64,
    events: AtomicU64,
    came_too_late: AtomicBool,
    is_cancelled: AtomicBool,
}

/// Progress of a region, updated occasionally.
#[derive(Default)]
struct WorkProgress {
    /// Packets that its flows have sent, and will still send, as bits of floats.
    done: AtomicU64,
    left: AtomicU64,
    hops: AtomicU64,
}

/// Next step of all regions.
enum Step {
    Stop(Stop),
    /// Leave the run to one thread, for this reason.
    Leave(&'static str),
    /// Handle every event before this instant.
    Window(SimTime),
    /// Handle the one event at this position.
    One(EventOrder),
}

impl SharedStatus {
    fn new(&Division { regions, has_to_pay, most_open, most_packets, .. }: &Division) -> Self {
        let places = || (0..regions).map(|_| RegionStatus::default()).collect();
        let notes = || (0..regions).map(|_| Mutex::default()).collect();
        let mail = || (0..regions * regions).map(|_| Mutex::default()).collect();
        Self {
            standings: [places(), places()],
            mail: [mail(), mail()],
            notes: [notes(), notes()],
            regions,
            ways: (0..regions).map(|_| WorkProgress::default()).collect(),
            asked: AtomicU64::new(0),
            meeting: Meeting::new(regions),
            has_to_pay,
            most_open,
            most_packets,
        }
    }

    fn say(
        &self,
        side: usize,
        region: usize,
        standing: &Standing,
        (events, is_cancelled): (u64, bool),
    ) {
        let place = &self.standings[side][region];
        let [high, low] = standing.next.words();
        place.next[0].store(high, Ordering::Relaxed);
        place.next[1].store(low, Ordering::Relaxed);
        place.goes_on_until.store(standing.goes_on_until.as_nanos(), Ordering::Relaxed);
        place.busy.store(standing.busy, Ordering::Relaxed);
        place.inside.store(standing.inside, Ordering::Relaxed);
        place.most_open.store(standing.most_open, Ordering::Relaxed);
        place.most_packets.store(standing.most_packets, Ordering::Relaxed);
        place.events.store(events, Ordering::Relaxed);
        place.came_too_late.store(standing.came_too_late, Ordering::Relaxed);
        place.is_cancelled.store(is_cancelled, Ordering::Relaxed);
    }

    /// Returns the combined status of all regions.
    fn sum(&self, side: usize) -> (Standing, bool) {
        let mut all = Standing {
            next: EventOrder::LAST,
            goes_on_until: SimTime::ZERO,
            busy: 0,
            inside: 0,
            most_open: 0,
            most_packets: 0,
            came_too_late: false,
        };
        let mut is_cancelled = false;
        for place in &self.standings[side] {
            let next = [0, 1].map(|word| place.next[word].load(Ordering::Relaxed));
            all.next = all.next.min(EventOrder::from_words(next));
            let until = SimTime::from_nanos(place.goes_on_until.load(Ordering::Relaxed));
            all.goes_on_until = all.goes_on_until.max(until);
            all.busy += place.busy.load(Ordering::Relaxed);
            all.inside += place.inside.load(Ordering::Relaxed);
            all.most_open += place.most_open.load(Ordering::Relaxed);
            all.most_packets += place.most_packets.load(Ordering::Relaxed);
            all.came_too_late |= place.came_too_late.load(Ordering::Relaxed);
            is_cancelled |= place.is_cancelled.load(Ordering::Relaxed);
        }
        (all, is_cancelled)
    }

    /// Whether there was enough work between barriers to make them worthwhile.
    fn pays(&self, side: usize, meetings: u64) -> bool {
        let events = self.standings[side].iter().map(|place| place.events.load(Ordering::Relaxed));
        events.sum::<u64>() >= EVENTS_THAT_PAY * meetings * self.regions as u64
    }

    fn say_work(&self, region: usize, work: Work, hops: u64) {
        let way = &self.ways[region];
        way.done.store(work.done.to_bits(), Ordering::Relaxed);
        way.left.store(work.left.to_bits(), Ordering::Relaxed);
        way.hops.store(hops, Ordering::Relaxed);
    }

    /// Work of all regions as last published, and the hops.
    fn work(&self) -> (Work, u64) {
        let read = |bits: &AtomicU64| f64::from_bits(bits.load(Ordering::Relaxed));
        let each =
            self.ways.iter().map(|way| Work { done: read(&way.done), left: read(&way.left) });
        let hops = self.ways.iter().map(|way| way.hops.load(Ordering::Relaxed));
        (each.fold(Work::default(), Work::add), hops.sum())
    }

    /// Passes the notes of all regions to the collector of the whole run.
    fn give_notes(&self, side: usize, collector: &mut Collector) {
        let notes = self.notes[side].iter();
        let notes = notes.map(|notes| std::mem::take(&mut *locked(notes)));
        collector.record_notes(notes.collect());
    }

    /// Decides the next step at barrier number `meeting`; every region computes the same.
    fn step(&self, meeting: u64, window: Duration, end: SimTime) -> Step {
        let side = side_of(meeting);
        let (all, is_cancelled) = self.sum(side);
        if all.came_too_late {
            return Step::Leave("a link between its regions became shorter than it had seemed");
        }
        // The regions need not have had the most at the same instant, and packets between them are
        // in neither: one thread knows.
        if all.most_open > self.most_open {
            return Step::Leave("very many of its flows are open at once");
        }
        if all.most_packets > self.most_packets / 2 {
            return Step::Leave("very many packets are in the network at once");
        }
        if self.has_to_pay && meeting == MEETINGS_BEFORE_JUDGEMENT && !self.pays(side, meeting) {
            return Step::Leave("too few events happen at once");
        }
        if is_cancelled {
            return Step::Stop(Stop::Cancelled);
        }
        if all.next == EventOrder::LAST || all.busy == 0 && all.inside == 0 {
            return Step::Stop(Stop::Finished);
        }
        let now = all.next.time();
        if now >= end {
            return Step::Stop(Stop::End);
        }
        let bound = now.saturating_add(window).min(end).min(all.goes_on_until);
        if bound > now { Step::Window(bound) } else { Step::One(all.next) }
    }
}

/// The buffer that a barrier uses.
fn side_of(meeting: u64) -> usize {
    (meeting % 2) as usize
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A region on its thread.
struct Worker<'a> {
    board: &'a SharedStatus,
    number: usize,
    world: World,
    queue: EventQueue<crate::world::WorldEvent>,
    window: Duration,
    end: SimTime,
}

/// Callback after each window.
type Watch<'a> = dyn FnMut(&SharedStatus, usize, SimTime) -> Control + 'a;

/// Result of a region.
struct Ended {
    world: World,
    stop: Result<Stop, &'static str>,
    last: SimTime,
    events: u64,
}

impl Worker<'_> {
    /// Runs the region to the end. `watch` is called after each window, decides whether to
    /// continue, and collects the notes of all regions.
    fn go(mut self, watch: &mut Watch<'_>) -> Ended {
        let board = self.board;
        let (mut meeting, mut last, mut events) = (0, SimTime::ZERO, 0);
        let (mut is_cancelled, mut answered) = (false, 0);
        let stop = loop {
            let side = side_of(meeting);
            self.hand_over(side, (events, is_cancelled));
            if !board.meeting.wait() {
                break Ok(Stop::Cancelled);
            }
            let step = board.step(meeting, self.window, self.end);
            self.take_mail(side);
            match step {
                Step::Leave(why) => break Err(why),
                Step::Stop(stop) => break Ok(stop),
                Step::Window(bound) => {
                    self.world.begin_window(bound);
                    let (handled, at) = engine::run_window(&mut self.world, &mut self.queue, bound);
                    events += handled;
                    last = at.unwrap_or(last);
                }
                Step::One(order) => {
                    self.world.begin_window(order.time());
                    if self.queue.peek_order().is_some_and(|(next, _)| next == order) {
                        engine::run_one(&mut self.world, &mut self.queue);
                        events += 1;
                        last = order.time();
                    }
                }
            }
            let asked = board.asked.load(Ordering::Relaxed);
            if asked != answered {
                answered = asked;
                let work = self.world.flows.work(last, self.end);
                board.say_work(self.number, work, self.world.hops());
            }
            is_cancelled = watch(board, side, last) == Control::Cancel;
            meeting += 1;
        };
        let events = events - self.world.uncounted();
        Ended { world: self.world, stop, last, events }
    }

    /// Publishes the status of the region, its mail and its notes.
    fn hand_over(&mut self, side: usize, so_far: (u64, bool)) {
        let (board, number) = (self.board, self.number);
        let standing = self.world.standing(&mut self.queue);
        board.say(side, number, &standing, so_far);
        for to in (0..board.regions).filter(|&to| to != number) {
            let sent = self.world.mail_to(to);
            if !sent.is_empty() {
                std::mem::swap(sent, &mut locked(&board.mail[side][number * board.regions + to]));
            }
        }
        let notes = self.world.collector.take_notes();
        if !notes.is_empty() {
            *locked(&board.notes[side][number]) = notes;
        }
    }

    fn take_mail(&mut self, side: usize) {
        let (board, number) = (self.board, self.number);
        for from in (0..board.regions).filter(|&from| from != number) {
            let mut mail = locked(&board.mail[side][from * board.regions + number]);
            self.world.receive_mail(&mut mail, &mut self.queue);
        }
    }
}

/// Runs a scenario whose nodes are divided, with a world of it before its first event.
///
/// # Errors
/// Reason for which it must be run undivided after all.
pub(crate) fn run(
    scenario: &Scenario,
    timeline: &Arc<Timeline>,
    division: &Division,
    (world, names): (World, &LinkNames),
    watcher: &mut dyn Watcher,
) -> Result<Together, &'static str> {
    let (start, end) = (scenario.run.start, scenario.run.start + scenario.run.duration);
    let board = SharedStatus::new(division);
    let findings = Arc::new(Findings::new(timeline.nodes().len()));
    let worker = |number: usize, world: Option<World>, watch: &mut Watch<'_>| {
        let _calls_off = CallsOff(&board.meeting);
        let mut world = world.unwrap_or_else(|| build::world(scenario, timeline.clone()).0);
        world.restrict(division.of.clone(), number as u16, division.regions, &findings);
        let mut queue = EventQueue::default();
        world.begin(start, &mut queue);
        let (board, window) = (&board, division.window);
        Worker { board, number, world, queue, window, end }.go(watch)
    };
    let record = &scenario.run.record;
    let mut collector = Collector::new(&record.series, record.throughput_bin, None);
    collector.expect_late(world.collector.late());
    let nodes = names_of_nodes(timeline);
    let mut watch = |board: &SharedStatus, side: usize, now: SimTime| {
        board.give_notes(side, &mut collector);
        if watcher.takes_rows() {
            let (links, receivers) = (&names.links, &names.receivers);
            let end = || RunEnd { at: now, nodes: &nodes, links, receivers };
            collector.take_rows(end, &mut |name, rows| watcher.take(name, rows));
        }
        let (work, hops) = board.work();
        // Regions answer after their next meeting: what is told is the answer before.
        let fraction = || {
            board.asked.fetch_add(1, Ordering::Relaxed);
            work.fraction().unwrap_or(0.0)
        };
        watcher.note(Progress::new(now, hops, collector.rows_held(), &fraction))
    };
    let mut ended: Vec<Ended> = thread::scope(|scope| {
        let others: Vec<_> = (1..division.regions)
            .map(|number| {
                let worker = &worker;
                scope.spawn(move || worker(number, None, &mut |_, _, _| Control::Continue))
            })
            .collect();
        let first = worker(0, Some(world), &mut watch);
        let others = others.into_iter().map(|other| match other.join() {
            Ok(ended) => ended,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        std::iter::once(first).chain(others).collect()
    });
    for side in [0, 1] {
        board.give_notes(side, &mut collector);
    }
    let stop = ended[0].stop?;
    let last = ended.iter().map(|one| one.last).fold(SimTime::ZERO, SimTime::max);
    let events = ended.iter().map(|one| one.events).sum();
    let mut ended = ended.drain(..).map(|one| one.world);
    let mut world = ended.next().expect("a region");
    collector.join_groups(&mut world.collector);
    for mut other in ended {
        collector.join_groups(&mut other.collector);
        world.join_region(other);
    }
    world.collector = collector;
    Ok(Together { world, stop, last, events })
}
