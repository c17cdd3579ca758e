//! Names that a misspelt word probably means.

/// The candidate that `word` probably means: equal except for case, its abbreviation, or few edits
/// away.
pub fn nearest<'n>(word: &str, candidates: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let plain = |text: &str| text.to_lowercase().replace(['-', ' '], "_");
    let short: String = word.chars().take(64).collect();
    let meant = plain(&short);
    let length = meant.chars().count();
    candidates
        .filter_map(|candidate| {
            let target = plain(candidate);
            let edits = strsim::damerau_levenshtein(&meant, &target);
            let abbreviated =
                length >= 3 && (target.starts_with(&meant) || meant.starts_with(&target));
            let rank = if edits == 0 { 0 } else { edits + usize::from(abbreviated) };
            let allowed = (length.max(target.chars().count()) / 3).max(1);
            (edits <= allowed || abbreviated).then_some((rank, candidate))
        })
        .min_by_key(|(rank, _)| *rank)
        .map(|(_, candidate)| candidate)
}
