//! Reordering buffers.

use skyseam_net::reordering::ReorderingConfig;

use crate::document::At;
use crate::error::Problems;
use crate::reordering_tables::ReorderingTable;

/// The buffer that `table` describes; without HARQ a link has nothing for it to put in order.
pub(super) fn reordering(
    table: &At<ReorderingTable>,
    has_harq: bool,
    problems: &mut Problems<'_>,
) -> Option<ReorderingConfig> {
    if !has_harq {
        problems
            .add(&table.place, "`reordering` has nothing to put in order: the link has no HARQ")
            .help("give the link `channel` and `harq` too, or remove `reordering`");
    }
    Some(ReorderingConfig {
        rule: table.rule.as_ref()?.value,
        packets: u32::try_from(table.size.as_ref()?.0).ok()?,
        timeout: table.timeout.as_ref()?.0,
    })
}
