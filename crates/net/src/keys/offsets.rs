//! How far into a trace the links of a group begin.

use serde_json::json;
use skyseam_base::Duration;
use skyseam_params::units::print_duration;
use skyseam_params::values::{LONGEST, Span};
use skyseam_params::{At, Place, Problems};

/// How far into a trace links begin: the first, and each further one than the one before.
#[derive(Clone, Copy, Debug)]
pub struct Offsets {
    /// Of the first.
    pub first: Duration,
    /// From one to the next.
    pub step: Duration,
}

impl Offsets {
    /// How much further than the first the link with this index begins.
    pub fn further(&self, index: u32) -> Duration {
        self.step.saturating_mul(u64::from(index))
    }
}

/// The keys of a table that say so.
#[derive(Debug)]
pub struct OffsetKeys<'t> {
    /// Where the table stands.
    pub table: &'t Place,
    /// Whether it names a trace.
    pub has_trace: bool,
    /// How far into it the first begins.
    pub offset: &'t Option<At<Span>>,
    /// How much further each begins than the one before.
    pub stagger: &'t Option<At<Span>>,
    /// How many links there are; `None` where they are no group.
    pub group: Option<u32>,
}

/// What the keys say; notes what is wrong with them.
pub fn offsets(keys: &OffsetKeys<'_>, problems: &mut Problems<'_>) -> Offsets {
    let given = [("trace_offset", keys.offset), ("trace_stagger", keys.stagger)];
    for (key, own) in given {
        if let Some(own) = own
            && !keys.has_trace
            && !problems.doubts(&keys.table.path_of("trace"))
        {
            problems
                .add(&own.place, format!("`{key}` needs a `trace`"))
                .help("name a file with `trace`, or remove the key");
        }
    }
    if let (Some(own), None) = (keys.stagger, keys.group) {
        problems
            .add(&own.place, "`trace_stagger` needs a group, and this is one wire")
            .help("remove it, or name a group of nodes, which has a `count`, at one of the ends");
    }
    let span = |own: &Option<At<Span>>| own.as_ref().map_or(Duration::ZERO, |own| own.0);
    let offsets = Offsets { first: span(keys.offset), step: span(keys.stagger) };
    if keys.has_trace && keys.group.is_some() {
        problems.fill(keys.table, json!({ "trace_stagger": "0 s" }));
    }
    if let Some(stagger) = keys.stagger {
        check_last("trace", stagger, offsets.first, keys.group.unwrap_or(1), problems);
    }
    offsets
}

/// Notes a last one of `count` that is further along `what` than anybody can mean.
pub(super) fn check_last(
    what: &str,
    step: &At<Span>,
    first: Duration,
    count: u32,
    problems: &mut Problems<'_>,
) {
    let last = step.0.saturating_mul(u64::from(count.saturating_sub(1)));
    if last > LONGEST.saturating_sub(first) {
        let later = print_duration(last);
        problems
            .add(&step.place, format!("the last begins too far into the {what}"))
            .found(format!("the last of {count} begins {later} further than the first"))
            .expected(format!("at most {} from its beginning", print_duration(LONGEST)));
    }
}
