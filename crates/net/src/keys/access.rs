//! Medium access: resolution of the keys of a shared carrier.

use skyseam_base::Rate;
use skyseam_params::{Chosen, Model, Problems, SourceSpan, Spanned};

use super::link::LinkTable;
use crate::access::Access;

/// The access method that `own` describes, on a carrier of this rate.
pub(super) fn model(
    own: &Spanned<Chosen<dyn Access>>,
    rate: Option<Rate>,
    problems: &mut Problems<'_>,
) -> Option<Model<dyn Access>> {
    let access = own.model(problems)?;
    check(&access, rate, Some(own), &own.place, problems).then_some(access)
}

/// Checks the access parameters against the rate; returns true if they are valid.
pub(super) fn check(
    access: &Model<dyn Access>,
    rate: Option<Rate>,
    own: Option<&Spanned<Chosen<dyn Access>>>,
    otherwise: &SourceSpan,
    problems: &mut Problems<'_>,
) -> bool {
    let Some(Err(error)) = rate.map(|rate| access.validate(rate)) else { return true };
    let place = own.map_or(otherwise.clone(), |own| own.keys.at(error.key));
    problems
        .add(&place, format!("`{}` has no effect here", error.key))
        .found(error.found)
        .expected(error.expected);
    false
}

/// Reports keys that cannot be combined with medium access.
pub(super) fn check_beside(
    table: &Spanned<LinkTable>,
    has_radio: bool,
    has_rates: bool,
    problems: &mut Problems<'_>,
) {
    let place = table.access.as_ref().map_or(&table.place, |own| &own.place);
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
