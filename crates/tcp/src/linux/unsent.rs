//! Buffers of written data that are not sent yet. Each holds a full segment, until a window probe
//! sends a part of the first (`tcp_write_wakeup`). Each attempt to send then fills the first from
//! the second (`tcp_grow_skb`).

/// Lengths of the first two buffers that are not sent; `None` for a full segment.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Unsent {
    first: Option<u32>,
    second: Option<u32>,
}

impl Unsent {
    /// Returns the bytes of the first buffer; `full` is the payload of a full segment.
    pub fn first(&self, full: u32) -> u32 {
        self.first.unwrap_or(full)
    }

    /// Refills the first buffer before an attempt to send, from the second one only.
    pub fn fill(&mut self, full: u32) {
        let Some(first) = self.first else { return };
        let filled = (first + self.second.unwrap_or(full)).min(full);
        let rest = (first + self.second.unwrap_or(full)).saturating_sub(filled);
        self.first = Some(filled).filter(|&filled| filled < full);
        self.second = Some(rest).filter(|rest| (1..full).contains(rest));
    }

    /// Whether every buffer holds a full segment, the last one excepted.
    fn is_whole(&self) -> bool {
        self.first.is_none() && self.second.is_none()
    }

    /// Records that a segment of `length` bytes left; `left` gives the bytes that wait.
    pub fn on_sent(&mut self, length: u32, left: impl FnOnce() -> u64, full: u32) {
        if self.is_whole() && length == full {
            return;
        }
        let first = self.first(full);
        *self = if left() == 0 {
            Self::default()
        } else if length < first {
            Self { first: Some(first - length), ..*self }
        } else {
            Self { first: self.second, second: None }
        };
    }

    /// Records that the application writes while `left` bytes wait: the last buffer is filled
    /// first.
    pub(crate) fn on_write(&mut self, left: u64, full: u32) {
        if self.is_whole() {
            return;
        }
        let (first, second) = (self.first(full), self.second.unwrap_or(full));
        if left <= u64::from(first) {
            self.first = None;
        }
        if left <= u64::from(first) + u64::from(second) {
            self.second = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FULL: u32 = 1200;

    /// Fills the first buffer and sends it, or `part` of it; returns the number of bytes left.
    fn send(unsent: &mut Unsent, part: Option<u32>) -> u32 {
        unsent.fill(FULL);
        let length = part.unwrap_or(unsent.first(FULL));
        unsent.on_sent(length, || 9000, FULL);
        length
    }

    /// Goal: where a probe cut a buffer, the next segments are full ones of two buffers each, until
    /// a second probe leaves two short ones behind each other; a third takes from the third.
    #[test]
    fn a_short_buffer_takes_from_one_other() {
        let mut unsent = Unsent::default();
        assert_eq!(send(&mut unsent, Some(512)), 512);
        assert_eq!(send(&mut unsent, None), FULL);
        assert_eq!(send(&mut unsent, Some(1024)), 1024);
        let mut twice = unsent;
        twice.fill(FULL);
        assert_eq!(twice.first(FULL), 176 + 688);
        assert_eq!(send(&mut twice, None), FULL);
        assert_eq!(send(&mut unsent, None), 176 + 688);
        assert_eq!(send(&mut unsent, None), FULL);
        assert_eq!(send(&mut unsent, None), FULL);
    }

    #[test]
    fn the_last_buffer_is_filled_by_a_write() {
        let mut unsent = Unsent::default();
        unsent.on_sent(300, || 200, FULL);
        unsent.on_write(200, FULL);
        assert_eq!(unsent.first(FULL), FULL);
        unsent.on_sent(FULL, || 0, FULL);
        assert_eq!(unsent.first(FULL), FULL);
    }
}
