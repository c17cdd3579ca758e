//! Telling the processor what will be needed soon. Of no consequence for what is computed.

/// Bytes that a processor fetches at a time.
const LINE: usize = 64;

/// Has the processor fetch `bytes` bytes from `first` on, which is the first field of something
/// that lies in memory in this order (`#[repr(C)]`), into its caches.
#[inline(always)]
pub fn prefetch<T>(first: &T, bytes: usize) {
    const { assert!(LINE.is_multiple_of(size_of::<T>()), "not a part of a line") };
    let per_line = LINE / size_of::<T>();
    // What begins in the middle of a line ends in one more.
    for line in 0..bytes.div_ceil(LINE) + 1 {
        prefetch_index::prefetch_index(std::slice::from_ref(first), line * per_line);
    }
}

/// Has the processor fetch `items[index]`, if there is one, or its first bytes where it is large.
#[inline(always)]
pub fn prefetch_item<T>(items: &[T], index: usize) {
    prefetch_index::prefetch_index(items, index);
}
