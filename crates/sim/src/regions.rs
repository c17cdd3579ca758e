//! One run on several threads: the world divided into regions that go on side by side.
//!
//! A region is a set of nodes, and a world of its own ([`World::restrict`]). What one sends into
//! another arrives after the propagation delay of the link between; so, for as long as the least
//! such delay after the earliest event of all, every region can go on without the others (a
//! conservative window: Fujimoto, Communications of the ACM 33(10), 1990). Then they exchange what
//! crossed, and the next window begins. The order of events does not depend on who inserted them,
//! so that results are the same, byte for byte, as on one thread.
//!
//! A run that ends when all its flows have ended ends at the last event of them, which no region
//! sees alone. A window therefore never reaches beyond an instant up to which something goes on for
//! certain; where nothing does, one event is handled at a time.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use skyseam_base::{Duration, NodeId, SimTime};
use skyseam_constellation::{NodeKind, Timeline};
use skyseam_engine::{self as engine, Control, EventQueue, Order, Stop};
use skyseam_host::app::Service;
use skyseam_scenario::Scenario;

use crate::build;
use crate::run::Progress;
use crate::series::Collector;
use crate::world::World;
use crate::world::region::{Mail, Standing};

/// Regions whose windows would be shorter than this are not worth the meetings between them.
const SHORTEST_WINDOW: Duration = Duration::from_micros(100);

/// Instants at which links between regions are looked at for the least of their delays.
const LOOKS: u64 = 32;

/// What is taken of the least delay that was seen: between looks links may be shorter.
const PERCENT_OF_LEAST: u64 = 96;

/// How a scenario's nodes are divided.
pub(crate) struct Division {
    /// By node, the number of its region.
    of: Arc<[u16]>,
    regions: usize,
    /// What crosses between regions takes at least as long.
    window: Duration,
}

/// What happened in all regions together.
pub(crate) struct Together {
    pub world: World,
    pub stop: Stop,
    /// The time of the last event.
    pub last: SimTime,
    pub events: u64,
}

/// Why a scenario runs on one thread, whatever it is asked to do; `None` if it can be divided.
pub(crate) fn why_not(scenario: &Scenario, world: &World) -> Option<&'static str> {
    let two_ways = |service| matches!(service, Service::Stream | Service::Connections);
    let is_stored = |flow: &skyseam_scenario::Flow| {
        flow.application.service() == Service::Transfer && flow.transport.tcp().is_none()
    };
    let flows = || scenario.flows.iter();
    if scenario.sky.shells.is_empty() {
        Some("it has no satellites")
    } else if flows().any(|flow| !flow.split_at.is_empty()) {
        Some("proxies split its connections")
    } else if flows().any(|flow| two_ways(flow.application.service())) {
        Some("both ends of an application send")
    } else if flows().any(is_stored) {
        Some("a transport other than TCP carries a flow")
    } else {
        world.why_whole()
    }
}

/// Divides the nodes of a scenario into `regions`; `None` where links between them would be too
/// short.
pub(crate) fn divide(
    scenario: &Scenario,
    timeline: &Timeline,
    regions: usize,
) -> Option<Division> {
    let regions = regions.min(usize::from(u16::MAX));
    let of = regions_of_nodes(scenario, timeline, regions);
    let window = least_delay(scenario, timeline, &of)?;
    (window >= SHORTEST_WINDOW).then(|| Division { of: of.into(), regions, window })
}

/// Every plane is cut into twice as many arcs as there are regions, and these are dealt out: links
/// along a plane hardly change in length, and each region has a part of all latitudes. Places on the
/// ground that wires join stay together, and each region has as many ends of flows as another.
fn regions_of_nodes(scenario: &Scenario, timeline: &Timeline, regions: usize) -> Vec<u16> {
    let nodes = timeline.nodes();
    let mut in_plane = std::collections::BTreeMap::new();
    for node in nodes {
        if let NodeKind::Satellite { shell, plane, index } = node.kind {
            let most: &mut u32 = in_plane.entry((shell, plane)).or_default();
            *most = (*most).max(index + 1);
        }
    }
    let mut ends = std::collections::BTreeMap::new();
    for flow in &scenario.flows {
        for name in [&flow.from, &flow.to] {
            let node = timeline.node(name).expect("names checked by the scenario");
            *ends.entry(node).or_insert(0u64) += u64::from(flow.repeat.count);
        }
    }
    // Nodes on the ground that wires join, as the least of them.
    let mut joined: Vec<usize> = (0..nodes.len()).collect();
    let root = |joined: &[usize], mut node: usize| {
        while joined[node] != node {
            node = joined[node];
        }
        node
    };
    for &(a, b, _) in timeline.wires() {
        let (a, b) = (root(&joined, a.index()), root(&joined, b.index()));
        joined[a.max(b)] = a.min(b);
    }
    let mut loads = std::collections::BTreeMap::new();
    for (number, node) in nodes.iter().enumerate() {
        if !matches!(node.kind, NodeKind::Satellite { .. }) {
            let own = ends.get(&NodeId::from_index(number)).copied().unwrap_or(0);
            *loads.entry(root(&joined, number)).or_insert(0u64) += own + 1;
        }
    }
    let mut heaviest: Vec<(usize, u64)> = loads.into_iter().collect();
    heaviest.sort_by_key(|&(node, load)| (std::cmp::Reverse(load), node));
    let mut of_root = std::collections::BTreeMap::new();
    let mut sums = vec![0u64; regions];
    for (node, load) in heaviest {
        let least = (0..regions).min_by_key(|&region| sums[region]).expect("regions");
        sums[least] += load;
        of_root.insert(node, least as u16);
    }
    let region = |(number, node): (usize, &skyseam_constellation::Node)| match node.kind {
        NodeKind::Satellite { shell, plane, index } => {
            let arcs = 2 * regions as u64;
            let arc = u64::from(index) * arcs / u64::from(in_plane[&(shell, plane)]);
            (arc % regions as u64) as u16
        }
        NodeKind::Terminal | NodeKind::Wired => of_root[&root(&joined, number)],
    };
    nodes.iter().enumerate().map(region).collect()
}

/// Somewhat less than the least delay of links between regions, as far as a number of looks shows
/// it; `None` where there is none. A link that turns out to be shorter costs a run its division,
/// and does not change results.
fn least_delay(scenario: &Scenario, timeline: &Timeline, of: &[u16]) -> Option<Duration> {
    let region = |node: NodeId| of[node.index()];
    let (start, length) = (scenario.run.start, scenario.run.duration.as_nanos());
    let instants =
        || (0..=LOOKS).map(move |look| start + Duration::from_nanos(length / LOOKS * look));
    let isls = timeline.isl_pairs().iter().filter(|(a, b)| region(*a) != region(*b));
    let of_isls = isls.flat_map(|&(a, b)| {
        let on = instants().filter(move |&t| timeline.is_linked(a, b, t));
        on.map(move |t| timeline.propagation(a, b, t))
    });
    let least = of_isls.chain(instants().map(|t| least_height(timeline, t))).min()?;
    Some(Duration::from_nanos(least.as_nanos() / 100 * PERCENT_OF_LEAST))
}

/// The delay from the highest place on the ground straight up to the height of the lowest satellite.
fn least_height(timeline: &Timeline, t: SimTime) -> Duration {
    let sky = timeline.sky();
    let phases = sky.phases(t);
    let radius = |node: NodeId| sky.position(node, &phases).norm();
    let nodes = || (0..).map(NodeId).zip(timeline.nodes());
    let of = |is_satellite: bool| {
        let places = nodes().filter(move |(_, node)| match node.kind {
            NodeKind::Satellite { .. } => is_satellite,
            NodeKind::Terminal => !is_satellite,
            NodeKind::Wired => false,
        });
        places.map(|(node, _)| radius(node))
    };
    let lowest = of(true).fold(f64::INFINITY, f64::min);
    let highest = of(false).fold(0.0, f64::max);
    sky.delay((lowest - highest).max(0.0))
}

/// Where all regions stand, as each of them last said; twice, since one may be a step ahead.
struct Board {
    standings: [Vec<Place>; 2],
    mail: [Vec<Mutex<Vec<Mail>>>; 2],
    notes: [Vec<Mutex<Vec<crate::series::Note>>>; 2],
    regions: usize,
    meeting: Meeting,
}

/// What one region says.
#[derive(Default)]
struct Place {
    next: [AtomicU64; 2],
    goes_on_until: AtomicU64,
    busy: AtomicU64,
    inside: AtomicU64,
    came_too_late: AtomicBool,
    is_cancelled: AtomicBool,
}

/// What all regions do next.
enum Step {
    Stop(Stop),
    TooLate,
    /// Every event before this instant.
    Window(SimTime),
    /// The one event at this place.
    One(Order),
}

impl Board {
    fn new(regions: usize) -> Self {
        let places = || (0..regions).map(|_| Place::default()).collect();
        let notes = || (0..regions).map(|_| Mutex::default()).collect();
        let mail = || (0..regions * regions).map(|_| Mutex::default()).collect();
        Self {
            standings: [places(), places()],
            mail: [mail(), mail()],
            notes: [notes(), notes()],
            regions,
            meeting: Meeting::new(regions),
        }
    }

    fn say(&self, side: usize, region: usize, standing: &Standing, is_cancelled: bool) {
        let place = &self.standings[side][region];
        let [high, low] = standing.next.words();
        place.next[0].store(high, Ordering::Relaxed);
        place.next[1].store(low, Ordering::Relaxed);
        place.goes_on_until.store(standing.goes_on_until.as_nanos(), Ordering::Relaxed);
        place.busy.store(standing.busy, Ordering::Relaxed);
        place.inside.store(standing.inside, Ordering::Relaxed);
        place.came_too_late.store(standing.came_too_late, Ordering::Relaxed);
        place.is_cancelled.store(is_cancelled, Ordering::Relaxed);
    }

    /// The sum of what regions say.
    fn sum(&self, side: usize) -> (Standing, bool) {
        let mut all = Standing {
            next: Order::LAST,
            goes_on_until: SimTime::ZERO,
            busy: 0,
            inside: 0,
            came_too_late: false,
        };
        let mut is_cancelled = false;
        for place in &self.standings[side] {
            let next = [0, 1].map(|word| place.next[word].load(Ordering::Relaxed));
            all.next = all.next.min(Order::from_words(next));
            let until = SimTime::from_nanos(place.goes_on_until.load(Ordering::Relaxed));
            all.goes_on_until = all.goes_on_until.max(until);
            all.busy += place.busy.load(Ordering::Relaxed);
            all.inside += place.inside.load(Ordering::Relaxed);
            all.came_too_late |= place.came_too_late.load(Ordering::Relaxed);
            is_cancelled |= place.is_cancelled.load(Ordering::Relaxed);
        }
        (all, is_cancelled)
    }

    /// What every region does next, each for itself and all the same.
    fn step(&self, side: usize, window: Duration, end: SimTime) -> Step {
        let (all, is_cancelled) = self.sum(side);
        if all.came_too_late {
            return Step::TooLate;
        }
        if is_cancelled {
            return Step::Stop(Stop::Cancelled);
        }
        if all.next == Order::LAST || all.busy == 0 && all.inside == 0 {
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

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where all threads wait for each other, awake: windows are some tens of microseconds long.
struct Meeting {
    of: usize,
    here: AtomicUsize,
    number: AtomicUsize,
    is_off: AtomicBool,
}

/// Looks before a waiting thread lets others have its core.
const AWAKE: u32 = 4_000;

impl Meeting {
    fn new(of: usize) -> Self {
        let (here, number) = (AtomicUsize::new(0), AtomicUsize::new(0));
        Self { of, here, number, is_off: AtomicBool::new(false) }
    }

    /// Waits for all; false if one of them will never come.
    fn wait(&self) -> bool {
        let number = self.number.load(Ordering::Acquire);
        if self.here.fetch_add(1, Ordering::AcqRel) + 1 == self.of {
            self.here.store(0, Ordering::Relaxed);
            self.number.store(number.wrapping_add(1), Ordering::Release);
            return !self.is_off.load(Ordering::Acquire);
        }
        let mut looks = 0;
        while self.number.load(Ordering::Acquire) == number {
            if self.is_off.load(Ordering::Acquire) {
                return false;
            }
            looks += 1;
            if looks < AWAKE {
                std::hint::spin_loop();
            } else {
                thread::yield_now();
            }
        }
        true
    }
}

/// Calls a meeting off if its thread panics.
struct CallsOff<'a>(&'a Meeting);

impl Drop for CallsOff<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.is_off.store(true, Ordering::Release);
        }
    }
}

/// One region on its thread.
struct Worker<'a> {
    board: &'a Board,
    number: usize,
    world: World,
    queue: EventQueue<crate::world::Event>,
    window: Duration,
    end: SimTime,
}

/// Called after each window.
type Watch<'a> = dyn FnMut(&Board, usize, SimTime, u64) -> Control + 'a;

/// How a region ended.
struct Ended {
    world: World,
    /// `None` if something came too late.
    stop: Option<Stop>,
    last: SimTime,
    events: u64,
}

impl Worker<'_> {
    /// Goes on to the end. `watch` is called after each window with the flows that are busy, and
    /// says whether to go on; it also takes the notes of all regions.
    fn go(mut self, watch: &mut Watch<'_>) -> Ended {
        let board = self.board;
        let (mut side, mut last, mut events) = (0, SimTime::ZERO, 0);
        let mut is_cancelled = false;
        let stop = loop {
            self.hand_over(side, is_cancelled);
            if !board.meeting.wait() {
                break Some(Stop::Cancelled);
            }
            let step = board.step(side, self.window, self.end);
            self.take_mail(side);
            match step {
                Step::TooLate => break None,
                Step::Stop(stop) => break Some(stop),
                Step::Window(bound) => {
                    self.world.begin_window(bound);
                    let (handled, at) =
                        engine::run_window(&mut self.world, &mut self.queue, bound);
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
            is_cancelled = watch(board, side, last, board.sum(side).0.busy) == Control::Cancel;
            side = 1 - side;
        };
        let events = events - self.world.uncounted();
        Ended { world: self.world, stop, last, events }
    }

    /// Says where the region stands, and sends its mail and its notes.
    fn hand_over(&mut self, side: usize, is_cancelled: bool) {
        let (board, number) = (self.board, self.number);
        let standing = self.world.standing(&mut self.queue);
        board.say(side, number, &standing, is_cancelled);
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

/// Runs a scenario whose nodes are divided; `None` if a link between regions was shorter than it
/// seemed, so that it must be run whole.
pub(crate) fn run(
    scenario: &Scenario,
    timeline: &Arc<Timeline>,
    division: &Division,
    progress: &mut dyn FnMut(Progress) -> Control,
) -> Option<Together> {
    let (start, end) = (scenario.run.start, scenario.run.start + scenario.run.duration);
    let board = Board::new(division.regions);
    let worker = |number: usize, watch: &mut Watch<'_>| {
        let _calls_off = CallsOff(&board.meeting);
        let (mut world, _) = build::world(scenario, timeline.clone());
        world.restrict(division.of.clone(), number as u16, division.regions);
        let mut queue = EventQueue::default();
        world.begin(start, &mut queue);
        let (board, window) = (&board, division.window);
        Worker { board, number, world, queue, window, end }.go(watch)
    };
    let record = &scenario.run.record;
    let mut collector = Collector::new(&record.series, record.throughput_bin);
    let flows: u64 = scenario.flows.iter().map(|flow| u64::from(flow.repeat.count)).sum();
    let mut windows = 0u32;
    let mut take_notes = |board: &Board, side: usize| {
        let notes = board.notes[side].iter();
        let notes: Vec<_> = notes.flat_map(|notes| std::mem::take(&mut *locked(notes))).collect();
        collector.record_notes(notes);
    };
    let mut watch = |board: &Board, side: usize, now: SimTime, busy: u64| {
        take_notes(board, side);
        windows += 1;
        if windows % WINDOWS_PER_QUESTION != 0 {
            return Control::Continue;
        }
        let passed = now.saturating_since(start).as_secs_f64();
        let fraction = passed / scenario.run.duration.as_secs_f64();
        let finished = (flows - busy.min(flows)) as f64 / flows.max(1) as f64;
        progress(Progress { fraction: fraction.max(finished), now })
    };
    let mut ended: Vec<Ended> = thread::scope(|scope| {
        let others: Vec<_> = (1..division.regions)
            .map(|number| {
                let worker = &worker;
                scope.spawn(move || worker(number, &mut |_, _, _, _| Control::Continue))
            })
            .collect();
        let first = worker(0, &mut watch);
        let others = others.into_iter().map(|other| match other.join() {
            Ok(ended) => ended,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        std::iter::once(first).chain(others).collect()
    });
    for side in [0, 1] {
        take_notes(&board, side);
    }
    let stop = ended[0].stop?;
    let last = ended.iter().map(|one| one.last).max()?;
    let events = ended.iter().map(|one| one.events).sum();
    let mut ended = ended.drain(..).map(|one| one.world);
    let mut world = ended.next()?;
    for other in ended {
        world.join_region(other);
    }
    world.collector = collector;
    Some(Together { world, stop, last, events })
}

/// Windows between two calls of the progress callback.
const WINDOWS_PER_QUESTION: u32 = 64;
