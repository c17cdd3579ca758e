//! Prefetch hints to the processor. They have no influence on results.

/// Bytes in a cache line.
const LINE: usize = 64;

/// Prefetches `bytes` bytes starting at `first`, the first field of a value whose fields lie in
/// memory in the order of their declaration (`#[repr(C)]`).
#[inline(always)]
pub fn prefetch<T>(first: &T, bytes: usize) {
    const { assert!(LINE.is_multiple_of(size_of::<T>()), "not a part of a line") };
    let per_line = LINE / size_of::<T>();
    // Data that begin in the middle of a line end in one line more.
    for line in 0..bytes.div_ceil(LINE) + 1 {
        prefetch_index::prefetch_index(std::slice::from_ref(first), line * per_line);
    }
}

/// Prefetches `lines` cache lines starting at `first`, the first field of a value aligned to a
/// cache line (`#[repr(C, align(64))]`).
#[inline(always)]
pub fn prefetch_lines<T>(first: &T, lines: usize) {
    const { assert!(LINE.is_multiple_of(size_of::<T>()), "not a part of a line") };
    for line in 0..lines {
        prefetch_index::prefetch_index(std::slice::from_ref(first), line * (LINE / size_of::<T>()));
    }
}

/// Prefetches `items[index]`, if it exists; of a large item only the first bytes.
#[inline(always)]
pub fn prefetch_item<T>(items: &[T], index: usize) {
    prefetch_index::prefetch_index(items, index);
}
