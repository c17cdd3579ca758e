//! Medium access: resolution of the keys of a shared carrier.

use skyseam_base::Rate;
use skyseam_params::{Chosen, Model, Problems, SourceSpan, Spanned};

use super::link::LinkTable;
use crate::access::Access;

/// The access method that `own` describes, on a carrier of this rate that terminals share.
pub(super) fn shared(
    own: &Spanned<Chosen<dyn Access>>,
    rate: Option<Rate>,
    problems: &mut Problems<'_>,
) -> Option<Model<dyn Access>> {
    let access = model(own, rate, problems)?;
    if access.profile().is_some() {
        problems
            .add(&own.place, "terminals of a beam share the carrier of its return link")
            .found("an access by a profile, which a terminal has to itself")
            .expected("a kind of access that schedules them, such as \"demand-assigned\"");
        return None;
    }
    Some(access)
}

/// The access by a profile that `own` describes for the terminal at the first end of a wire.
pub(super) fn of_wire(
    own: &Spanned<Chosen<dyn Access>>,
    has_radio: bool,
    problems: &mut Problems<'_>,
) -> Option<Model<dyn Access>> {
    let access = own.model(problems)?;
    if access.profile().is_none() {
        problems
            .add(&own.place, "nobody shares the carrier of a wire")
            .expected("kind = \"slotted\", an access by a profile")
            .help("uplinks of terminals and return links of beams share a carrier");
        return None;
    }
    if has_radio {
        problems
            .add(&own.place, "the profile of `access` and `harq` exclude each other")
            .help("remove one of the two: delays of a profile include retransmissions");
    }
    Some(access)
}

/// The access method that `own` describes, on a carrier of this rate.
fn model(
    own: &Spanned<Chosen<dyn Access>>,
    rate: Option<Rate>,
    problems: &mut Problems<'_>,
) -> Option<Model<dyn Access>> {
    let access = own.model(problems)?;
    check(&access, rate, "", (Some(own), &own.place), problems).then_some(access)
}

/// Checks the access parameters against the rate, of a mode called `mode` if there are several;
/// returns true if they are valid.
pub(super) fn check(
    access: &Model<dyn Access>,
    rate: Option<Rate>,
    mode: &str,
    (own, otherwise): (Option<&Spanned<Chosen<dyn Access>>>, &SourceSpan),
    problems: &mut Problems<'_>,
) -> bool {
    let Some(Err(error)) = rate.map(|rate| access.validate(rate)) else { return true };
    let place = own.map_or(otherwise.clone(), |own| own.keys.at(error.key));
    problems
        .add(&place, format!("`{}` has no effect here", error.key))
        .found(error.found + mode)
        .expected(error.expected);
    false
}

/// Reports keys that cannot be combined with medium access.
pub(super) fn check_beside(
    table: &Spanned<LinkTable>,
    access: &Model<dyn Access>,
    has_radio: bool,
    has_rates: bool,
    problems: &mut Problems<'_>,
) {
    let place = table.access.as_ref().map_or(&table.place, |own| &own.place);
    if access.profile().is_some() {
        if has_radio {
            problems
                .add(place, "the profile of `access` and `harq` exclude each other")
                .help("remove one of the two: delays of a profile include retransmissions");
        }
        if has_rates {
            problems
                .add(place, "the profile of `access` and the trace of rates exclude each other")
                .help("remove one of the two");
        }
        return;
    }
    if has_radio {
        problems
            .add(place, "`access` and `harq` exclude each other: redundancy would need slots too")
            .help("remove one of the two");
    }
    if has_rates {
        problems
            .add(place, "`access` has slots of one length, and the trace changes the rate")
            .help("remove the column `rate_bps` from the file, or `access`");
    }
}
