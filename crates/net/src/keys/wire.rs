//! Wires: their tables, and the configurations that they define: rates, queues, losses and changes
//! over time.

use std::sync::Arc;

use skyseam_base::{Duration, Rate};
use skyseam_params::shape::{List, Shape, Tried, missing_key, table};
use skyseam_params::text_values::{FileName, Pair};
use skyseam_params::values::{BitRate, Overhead, PositiveSpan, Span};
use skyseam_params::{Chosen, Model, Problems, SourceSpan, Spanned};

use super::offsets::{check_has_trace, repeated};
use super::{RadioTables, TableDirections, access, loss_config, radio};
use crate::access::{Access, SlotDirection};
use crate::channel::ChannelModel;
use crate::config::{ArrivalOrder, LinkConfig, LossConfig, RadioConfig, WireConfig};
use crate::direction::Direction;
use crate::harq::HarqScheme;
use crate::link_trace::{LinkTrace, TraceFile, TraceStep};
use crate::link_trace_file::{self, LinkTraceRows};
use crate::loss::LossModel;
use crate::queue::QueueChoice;
use crate::queue::product::{BandwidthDelay, queue};
use crate::reordering::ReorderingConfig;
use crate::rlc::RlcConfig;

table! {
    /// A link between terminals or nodes, identical in both directions except for the keys in
    /// `forward` and `backward`. With a group at one endpoint, one wire for each member; with two
    /// groups of equal size, from the first to the first, and so on.
    WireTable "Wire" {
        /// Names of the two endpoints.
        required between: Pair,
        /// Propagation delay in each direction; required unless a trace gives it. Routing weighs a
        /// wire by its delay at the start of the run.
        optional delay: Span,
        /// Transmission rate of frames; required unless a trace gives it.
        optional rate: BitRate,
        /// Queue of the transmitter at each endpoint; required unless both directions have their
        /// own.
        optional queue: QueueChoice,
        /// Round-trip time of the bandwidth-delay product (BDP) in which a queue is given. Default:
        /// the sum of the delays of both directions, at the start of the run.
        optional reference_rtt: PositiveSpan,
        /// Bytes of link framing added to every packet.
        default framing: Overhead = "0 B",
        /// Packets lost in transit. Default: none.
        optional loss: Chosen<dyn LossModel>,
        /// Buffer that restores the order of packets after HARQ. Default: none.
        optional reordering: Tried<ReorderingConfig>,
        /// Radio link control in acknowledged mode above HARQ. Default: none.
        optional rlc: Tried<RlcConfig>,
        /// Maximum jitter: each packet's delay exceeds the propagation delay by a uniform random
        /// amount of at most this; packets keep their order. Default: 0 s.
        optional jitter: Span,
        /// Whether a packet may arrive before one that was sent earlier, when the delay decreases.
        default order: ArrivalOrder = "overtake",
        /// Changes of delay and rate; each holds until the next one.
        optional changes: List<ChangeTable>,
        /// A file beside the scenario with delay, rate and losses over time: CSV with the header
        /// `t_s,delay_ms,rate_bps,loss`, of which only the first column is required. Times are
        /// ascending and count from the start of the run; each row holds until the next, and the
        /// first one also before its time. At a rate of 0 nothing is sent; `loss` is the share of
        /// packets that are lost.
        optional trace: FileName,
        /// Position of the wire in the trace at the start of the run. Default: 0 s.
        optional trace_offset: Span,
        /// Offset in the trace between successive wires of a group. Default: 0 s.
        optional trace_stagger: Span,
        /// Period of the trace, longer than the time of its last row. Default: it does not repeat.
        optional trace_repeat: PositiveSpan,
        /// The level at which the signal is received in one direction; goes with `harq`. Default:
        /// every packet is received as sent.
        optional channel: Tried<Chosen<dyn ChannelModel>>,
        /// Coding, decoding and retransmission of packets over the `channel`, in its direction.
        optional harq: Chosen<dyn HarqScheme>,
        /// Access of a terminal, the first of `between`, by a profile: `kind = "slotted"`. Its
        /// delays are added to `delay`, which is that of propagation. Default: none.
        optional access: Chosen<dyn Access>,
        /// Keys that differ from the first of `between` to the second. Default: none.
        optional forward: OneWayTable,
        /// Keys that differ from the second of `between` to the first. Default: none.
        optional backward: OneWayTable,
    }
}

table! {
    /// Keys of one direction of a wire, in place of the wire's own.
    OneWayTable "OneWay" {
        /// Propagation delay. Routing weighs a wire by the mean of its two delays at the start of
        /// the run. Default: the wire's.
        optional delay: Span,
        /// Transmission rate of frames. Default: the wire's.
        optional rate: BitRate,
        /// Queue of the transmitter. Default: the wire's.
        optional queue: QueueChoice,
        /// Packets lost in transit. Default: the wire's.
        optional loss: Chosen<dyn LossModel>,
        /// Maximum jitter, by which the delay of a packet exceeds the propagation delay. Default:
        /// the wire's.
        optional jitter: Span,
        /// A file beside the scenario with delay, rate and losses over time, as for a wire, in
        /// place of the wire's `trace` or `changes`. Default: the wire's.
        optional trace: FileName,
        /// Position of the direction in its own trace at the start of the run. Default: 0 s.
        optional trace_offset: Span,
        /// Period of its own trace, longer than the time of the last row. Default: it does not
        /// repeat.
        optional trace_repeat: PositiveSpan,
    }
}

table! {
    /// A change of a wire, in both directions.
    ChangeTable "Change" {
        /// Time of the change, counted from the start of the run.
        required at: PositiveSpan,
        /// Propagation delay of packets whose last bit leaves from then on. Default: unchanged.
        optional delay: Span,
        /// Transmission rate from then on. Default: unchanged.
        optional rate: BitRate,
    }
}

/// A wire, or the first wire of a group.
#[derive(Debug)]
pub struct WireLink {
    config: WireConfig,
    /// Delays, forward and backward, unless a trace gives them.
    delays: [Duration; 2],
}

impl WireLink {
    /// The wire at `offset` further along its traces, and its delays at the start of the run,
    /// forward and backward.
    pub fn further(&self, offset: Duration) -> (WireConfig, [Duration; 2]) {
        let mut config = self.config.clone();
        let mut links = [&mut config.forward, &mut config.backward];
        links.iter_mut().for_each(|link| link.trace_offset += offset);
        let delays = [0, 1].map(|way| {
            let link = &links[way];
            delay_at(link.trace.as_deref(), link.trace_offset).unwrap_or(self.delays[way])
        });
        (config, delays)
    }
}

/// The delay at this position in a trace.
pub(super) fn delay_at(trace: Option<&LinkTrace>, offset: Duration) -> Option<Duration> {
    trace?.at(offset).delay
}

/// The wire that `table` describes, at this position in its trace.
pub fn wire(
    table: &Spanned<WireTable>,
    offset: Duration,
    problems: &mut Problems<'_>,
) -> Option<WireLink> {
    if let (Some(_), Some(changes)) = (&table.trace, &table.changes) {
        problems
            .add(&changes.place, "`trace` and `changes` exclude each other")
            .help("remove one of the two: a trace contains the changes");
    }
    let has_queue = |own: &Option<Spanned<OneWayTable>>, problems: &Problems<'_>| {
        own.as_ref().is_some_and(|own| {
            own.queue.is_some() || problems.any_under(&own.place.path_of("queue"))
        })
    };
    let have_queues = has_queue(&table.forward, problems) && has_queue(&table.backward, problems);
    if table.queue.is_none() && !have_queues && !problems.any_under(&table.place.path_of("queue")) {
        missing_key("queue", &table.place, QueueChoice::schema, problems);
    }
    let loss =
        table.loss.as_ref().and_then(|loss| loss_config(loss, TableDirections::Ordered, problems));
    let tables = RadioTables {
        channel: table.channel.as_ref(),
        harq: table.harq.as_ref(),
        reordering: table.reordering.as_ref(),
        rlc: table.rlc.as_ref(),
        place: &table.place,
        ends: TableDirections::Ordered,
    };
    let radio = radio(tables, problems);
    let access = match &table.access {
        Some(own) => Some(access::of_wire(own, radio.is_some(), problems)?),
        None => None,
    };
    let changes = changes(table, problems);
    let shared = Shared { table, offset, loss, radio, access, changes };
    let is_symmetric =
        table.forward.is_none() && table.backward.is_none() && table.access.is_none();
    let before = problems.count();
    let forward = course(&shared, table.forward.as_ref(), SlotDirection::Up, problems);
    // What the directions share is complained of once.
    let backward = match is_symmetric {
        true => forward.clone(),
        false if problems.count() > before => None,
        false => course(&shared, table.backward.as_ref(), SlotDirection::Down, problems),
    };
    let (forward, backward) = (forward?, backward?);
    let rtt = match &table.reference_rtt {
        Some(rtt) => rtt.0,
        None => forward.first_delay + backward.first_delay,
    };
    let delays = [forward.delay, backward.delay];
    let before = problems.count();
    let forward = one_way(&shared, table.forward.as_ref(), forward, rtt, problems);
    let backward = match is_symmetric {
        true => forward.clone(),
        false if problems.count() > before => None,
        false => one_way(&shared, table.backward.as_ref(), backward, rtt, problems),
    };
    let (forward, backward) = (forward?, backward?);
    if is_symmetric {
        problems.fill(&table.place, forward.printed());
    } else {
        let own = [("forward", &table.forward, &forward), ("backward", &table.backward, &backward)];
        for (key, own, link) in own {
            let place = match own {
                Some(own) => own.place.clone(),
                None => table.place.key(key, table.place.start..table.place.end),
            };
            let mut printed = link.printed();
            if let Some(keys) = printed.as_object_mut() {
                let all = own.as_ref().is_some_and(|own| own.trace.is_some());
                keys.retain(|key, _| match key.as_str() {
                    "queue" | "jitter" => true,
                    "trace_offset" | "trace_repeat" => all,
                    _ => false,
                });
            }
            problems.fill(&place, printed);
        }
    }
    let config = WireConfig {
        forward: forward.of_direction(Direction::Forward),
        backward: backward.of_direction(Direction::Backward),
    };
    Some(WireLink { config, delays })
}

/// Common properties of both directions of a wire.
struct Shared<'t> {
    table: &'t Spanned<WireTable>,
    /// Position in the wire's trace at the start of the run.
    offset: Duration,
    loss: Option<LossConfig>,
    radio: Option<Arc<RadioConfig>>,
    access: Option<Model<dyn Access>>,
    changes: Option<Vec<Change>>,
}

/// Delay and rate of a direction over time.
#[derive(Clone)]
struct Course {
    /// Delay, unless a trace gives it.
    delay: Duration,
    rate: Rate,
    /// Whether the rate is the median of those of a profile.
    is_drawn: bool,
    trace: Option<LinkTrace>,
    offset: Duration,
    /// Delay at the start of the run.
    first_delay: Duration,
}

/// Delay and rate of one direction over time, whose own table is `own`.
fn course(
    shared: &Shared<'_>,
    own: Option<&Spanned<OneWayTable>>,
    direction: SlotDirection,
    problems: &mut Problems<'_>,
) -> Option<Course> {
    let table = shared.table;
    let own_trace = own.and_then(|own| own.trace.as_ref());
    if let Some(own) = own.filter(|own| own.trace.is_none()) {
        let offset = own.trace_offset.as_ref().map(|own| &own.place);
        check_has_trace("trace_offset", offset, &own.place, problems);
        let period = own.trace_repeat.as_ref().map(|own| &own.place);
        check_has_trace("trace_repeat", period, &own.place, problems);
    }
    let name = own_trace.or(table.trace.as_ref());
    let rows = name.and_then(|name| link_trace_file::read(name, problems));
    let file = rows.as_ref().map(|rows| &rows.file);
    let says = |says: fn(&TraceFile) -> bool| file.is_some_and(says);
    let (says_delay, says_rate) = (says(|file| file.has_delay), says(|file| file.has_rate));
    // What a trace of the direction's own says takes the place of the wire's key.
    let is_shared = |by_file: bool| own_trace.is_none() || !by_file;
    let delay = own.and_then(|own| own.delay.as_ref());
    let delay = delay.or(table.delay.as_ref().filter(|_| is_shared(says_delay)));
    let rate = own.and_then(|own| own.rate.as_ref());
    let rate = rate.or(table.rate.as_ref().filter(|_| is_shared(says_rate)));
    let access = shared.access.as_ref().filter(|_| !says_rate);
    let drawn = access.and_then(|access| access.profile()?.median_rate(direction));
    // Of a file that could not be read nobody knows what it says.
    if name.is_none() || file.is_some() {
        check_said_once("delay", delay, says_delay, &table.place, problems);
        if rate.is_some() || drawn.is_none() {
            check_said_once("rate", rate, says_rate, &table.place, problems);
        }
    }
    let first_delay = rows.as_ref().and_then(|rows| rows.rows[0].delay);
    let first_rate = rows.as_ref().and_then(LinkTraceRows::first_rate);
    let delay = delay.map(|delay| delay.0).or(first_delay)?;
    let is_drawn = rate.is_none() && drawn.is_some();
    let rate = rate.map(|rate| rate.0).or(first_rate).or(drawn)?;
    // What would be no trace was noted above.
    let trace = match (rows, &shared.changes) {
        (Some(rows), _) => {
            let period = match own_trace {
                Some(_) => own.and_then(|own| own.trace_repeat.as_ref()),
                None => table.trace_repeat.as_ref(),
            };
            Some(repeated(rows.trace(Some(delay), rate)?, period, problems)?)
        }
        (None, Some(changes)) => Some(LinkTrace::new(stepped(changes, delay, rate)).ok()?),
        (None, None) => None,
    };
    let offset = match own_trace {
        Some(_) => {
            own.and_then(|own| own.trace_offset.as_ref()).map_or(Duration::ZERO, |own| own.0)
        }
        None => shared.offset,
    };
    let first_delay = delay_at(trace.as_ref(), offset).unwrap_or(delay);
    Some(Course { delay, rate, is_drawn, trace, offset, first_delay })
}

/// The transmitter of one direction, whose own table is `own`.
fn one_way(
    shared: &Shared<'_>,
    own: Option<&Spanned<OneWayTable>>,
    course: Course,
    rtt: Duration,
    problems: &mut Problems<'_>,
) -> Option<LinkConfig> {
    let table = shared.table;
    let loss = match own.and_then(|own| own.loss.as_ref()) {
        Some(loss) => Some(loss_config(loss, TableDirections::OneWay, problems)?),
        None => shared.loss.clone(),
    };
    let shape = own.and_then(|own| own.queue.as_ref()).or(table.queue.as_ref())?;
    let product = BandwidthDelay { rate: Some(course.rate), rtt: Some(rtt) };
    let jitter = own.and_then(|own| own.jitter.as_ref()).or(table.jitter.as_ref());
    Some(LinkConfig {
        rate: course.rate,
        framing_bytes: u32::try_from(table.framing.as_ref()?.0).ok()?,
        queue: queue(shape, product, problems)?,
        loss,
        jitter: jitter.map_or(Duration::ZERO, |jitter| jitter.0),
        order: table.order.as_ref()?.value,
        trace: course.trace.map(Arc::new),
        trace_offset: course.offset,
        radio: shared.radio.clone(),
        access: shared.access.clone(),
        rate_of_profile: course.is_drawn,
        budget: None,
    })
}

/// Reports a value given both by the trace file and by the key, or by neither.
fn check_said_once<T: Shape>(
    key: &str,
    own: Option<&Spanned<T>>,
    by_file: bool,
    table: &SourceSpan,
    problems: &mut Problems<'_>,
) {
    match own {
        Some(own) if by_file => {
            problems
                .add(&own.place, format!("`{key}` is also given by the trace"))
                .help(format!("remove `{key}`, or the column from the file"));
        }
        None if !by_file => {
            missing_key(key, table, T::schema, problems);
        }
        _ => {}
    }
}

/// A change: its time, and the new delay and rate.
type Change = (Duration, Option<Duration>, Option<Rate>);

/// The changes listed in `table`, ascending; `None` if there are none or one is wrong.
fn changes(table: &WireTable, problems: &mut Problems<'_>) -> Option<Vec<Change>> {
    let list = table.changes.as_ref().filter(|list| !list.0.is_empty())?;
    let mut changes: Vec<Change> = Vec::new();
    let mut is_right = true;
    for change in &list.0 {
        let of_nothing = change.delay.is_none() && change.rate.is_none();
        let in_doubt = ["delay", "rate"].map(|key| problems.doubts(&change.place.path_of(key)));
        if of_nothing && !in_doubt.contains(&true) {
            is_right = false;
            problems
                .add(&change.place, "an empty change")
                .expected("`delay`, `rate` or both, such as { at = \"20 s\", delay = \"60 ms\" }");
        }
        let Some(at) = &change.at else {
            is_right = false;
            continue;
        };
        if let Some((before, ..)) = changes.last()
            && at.0 <= *before
        {
            is_right = false;
            problems
                .add(&at.place, "the instants of `changes` do not ascend")
                .found(format!("{} after {before}", at.0))
                .expected("each instant later than the one before");
        }
        let delay = change.delay.as_ref().map(|delay| delay.0);
        changes.push((at.0, delay, change.rate.as_ref().map(|rate| rate.0)));
    }
    is_right.then_some(changes)
}

/// Converts changes into the trace steps of a wire.
fn stepped(changes: &[Change], delay: Duration, rate: Rate) -> Vec<TraceStep> {
    let first = TraceStep { from: Duration::ZERO, delay: Some(delay), rate: Some(rate), loss: 0.0 };
    let mut steps = vec![first];
    for &(from, delay, rate) in changes {
        let before = steps[steps.len() - 1];
        let delay = delay.or(before.delay);
        steps.push(TraceStep { from, delay, rate: rate.or(before.rate), loss: 0.0 });
    }
    steps
}
