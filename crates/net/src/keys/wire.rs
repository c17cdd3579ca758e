//! Wires: their tables, and what those stand for: rates, queues, losses and what changes over time.

use std::sync::Arc;

use skyseam_base::{Duration, Rate};
use skyseam_params::shape::{List, Shape, Tried, missing_key, table};
use skyseam_params::text_values::{FileName, Pair};
use skyseam_params::values::{BitRate, Overhead, PositiveSpan, Span};
use skyseam_params::{At, Chosen, Problems};

use super::{Ends, RadioTables, loss_config, radio};
use crate::channel::ChannelModel;
use crate::config::{LinkConfig, Order};
use crate::harq::HarqScheme;
use crate::link_trace::{LinkTrace, TraceFile, TraceStep};
use crate::link_trace_file::{self, Rows};
use crate::loss::LossModel;
use crate::queue::QueueChoice;
use crate::queue::product::{Product, queue};
use crate::reordering::ReorderingConfig;

table! {
    /// A link between terminals or nodes, the same in both directions but for its losses. With a
    /// group at one end, one wire for each member; with two groups of equal size, from the first to
    /// the first, and so on.
    WireTable "Wire" {
        /// Names of the two ends.
        required between: Pair,
        /// Propagation delay, each way; where a trace has none it must be there. Routes weigh a
        /// wire by its delay at the start of the run.
        optional delay: Span,
        /// Rate at which frames are sent; where a trace has none it must be there.
        optional rate: BitRate,
        /// The queue before each end's transmitter.
        required queue: QueueChoice,
        /// Round-trip time of the bandwidth-delay product (BDP) that a queue is given in. Default:
        /// twice the delay, at the start of the run.
        optional reference_rtt: PositiveSpan,
        /// Bytes of link framing added to every packet.
        default framing: Overhead = "0 B",
        /// Packets lost on the way. Default: none.
        optional loss: Chosen<dyn LossModel>,
        /// What brings packets back into order behind HARQ. Default: nothing.
        optional reordering: Tried<ReorderingConfig>,
        /// Whether a packet may arrive before one that was sent earlier, when the delay becomes
        /// shorter.
        default order: Order = "overtake",
        /// Delay and rate that change at these instants and stay until the next.
        optional changes: List<ChangeTable>,
        /// A file beside the scenario that says what delay, rate and losses are when: CSV with the
        /// header `t_s,delay_ms,rate_bps,loss`, of which only the first column must be there; times
        /// ascend and count from the start of the run, each row holds until the next, the first
        /// before its time too. A rate of 0 stands still; `loss` is the share of packets that get
        /// lost.
        optional trace: FileName,
        /// How far into the trace the wire is when the run begins. Default: 0 s.
        optional trace_offset: Span,
        /// How much further along the trace each wire of a group is than the one before. Default:
        /// 0 s.
        optional trace_stagger: Span,
        /// The level at which the signal is received in one direction; goes with `harq`. Default:
        /// every packet is received as sent.
        optional channel: Tried<Chosen<dyn ChannelModel>>,
        /// How packets are coded, decoded and repeated over the `channel`, in its direction.
        optional harq: Chosen<dyn HarqScheme>,
    }
}

table! {
    /// A change of a wire, in both directions.
    ChangeTable "Change" {
        /// When, counted from the start of the run.
        required at: PositiveSpan,
        /// Propagation delay of packets whose last bit leaves from then on. Default: as before.
        optional delay: Span,
        /// Rate at which bits are sent from then on. Default: as before.
        optional rate: BitRate,
    }
}

/// A wire, or the first of a group.
#[derive(Debug)]
pub struct WireLink {
    /// Its transmitters.
    pub link: LinkConfig,
    /// Its delay, where no trace says otherwise.
    delay: Duration,
}

impl WireLink {
    /// Its delay at the start of the run if it begins so far into its trace.
    pub fn delay_at(&self, offset: Duration) -> Duration {
        delay_at(self.link.trace.as_deref(), offset).unwrap_or(self.delay)
    }
}

/// The delay so far into a trace.
pub(super) fn delay_at(trace: Option<&LinkTrace>, offset: Duration) -> Option<Duration> {
    trace?.at(offset).delay
}

/// The wire that `table` describes, so far into its trace.
pub fn wire(
    table: &At<WireTable>,
    offset: Duration,
    problems: &mut Problems<'_>,
) -> Option<WireLink> {
    if let (Some(_), Some(changes)) = (&table.trace, &table.changes) {
        problems
            .add(&changes.place, "`trace` and `changes` exclude each other")
            .help("remove one of the two: a trace says what changes when");
    }
    let name = table.trace.as_ref();
    let rows = name.and_then(|name| link_trace_file::read(name, problems));
    let file = rows.as_ref().map(|rows| &rows.file);
    // Of a file that could not be read nobody knows what it says.
    if name.is_none() || file.is_some() {
        let has = |says: fn(&TraceFile) -> bool| file.is_some_and(says);
        check_said_once("delay", &table.delay, has(|file| file.has_delay), table, problems);
        check_said_once("rate", &table.rate, has(|file| file.has_rate), table, problems);
    }
    let loss = table.loss.as_ref().and_then(|loss| loss_config(loss, Ends::Ordered, problems));
    let changes = changes(table, problems);
    let tables = RadioTables {
        channel: table.channel.as_ref(),
        harq: table.harq.as_ref(),
        reordering: table.reordering.as_ref(),
        place: &table.place,
        ends: Ends::Ordered,
    };
    let radio = radio(tables, problems);
    let first_delay = rows.as_ref().and_then(|rows| rows.rows[0].delay);
    let first_rate = rows.as_ref().and_then(Rows::first_rate);
    let delay = table.delay.as_ref().map(|delay| delay.0).or(first_delay)?;
    let rate = table.rate.as_ref().map(|rate| rate.0).or(first_rate)?;
    // What would be no trace was noted above.
    let trace = match rows {
        Some(rows) => Some(rows.trace(Some(delay), rate)?),
        None => match changes {
            Some(changes) => Some(LinkTrace::new(stepped(&changes, delay, rate)).ok()?),
            None => None,
        },
    };
    let at_first = delay_at(trace.as_ref(), offset).unwrap_or(delay);
    let rtt = table.reference_rtt.as_ref().map_or(at_first * 2, |rtt| rtt.0);
    let product = Product { rate: Some(rate), rtt: Some(rtt) };
    let link = LinkConfig {
        rate,
        framing_bytes: u32::try_from(table.framing.as_ref()?.0).ok()?,
        queue: queue(table.queue.as_ref()?, product, problems)?,
        loss,
        order: table.order.as_ref()?.value,
        trace: trace.map(Arc::new),
        trace_offset: offset,
        radio,
        access: None,
    };
    Some(WireLink { link, delay })
}

/// Notes that a value is said by the file and by the key, or by neither.
fn check_said_once<T: Shape>(
    key: &str,
    own: &Option<At<T>>,
    by_file: bool,
    table: &At<WireTable>,
    problems: &mut Problems<'_>,
) {
    match own {
        Some(own) if by_file => {
            problems
                .add(&own.place, format!("`{key}` is said by the trace too"))
                .help(format!("remove `{key}`, or the column from the file"));
        }
        None if !by_file => {
            missing_key::<T>(key, &table.place, problems);
        }
        _ => {}
    }
}

/// A change: from when, and what becomes different.
type Change = (Duration, Option<Duration>, Option<Rate>);

/// The changes listed in `table`, ascending; `None` where there are none or one is wrong.
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
                .add(&change.place, "a change of nothing")
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

/// The steps that changes make of a wire.
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
