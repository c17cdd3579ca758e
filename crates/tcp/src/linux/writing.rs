//! Writes of the application, which writes as long as the send buffer has room. A proxy, which
//! writes by hand, has a buffer of its own and none here.

use skyseam_packet::AccEcnOption;

use super::keys::Linux;
use super::sender::Sender;

impl Sender {
    /// Sizes the buffer of an established connection for the initial window
    /// (`tcp_init_buffer_space`) and lets the application write.
    pub(super) fn open_buffer(&mut self) {
        if let Some(buffer) = self.buffer.as_mut().filter(|_| self.sends_option) {
            let payload = self.full - AccEcnOption::FULL_LENGTH;
            buffer.set_payload(payload, self.config.own::<Linux>().offload);
        }
        self.expand_buffer();
        self.fill_buffer();
    }

    /// Sizes the buffer of a waiting application by the window, after an ACK and before it releases
    /// data (`tcp_should_expand_sndbuf`). Measured: always two of the largest windows so far, three
    /// with BBR.
    pub(super) fn tune_buffer(&mut self) {
        let waits = self.buffer.is_some_and(|buffer| buffer.waiting);
        if waits && self.queue.in_flight() < self.window.cwnd {
            self.expand_buffer();
        }
    }

    /// Lets a waiting application write if there is enough room (`tcp_new_space`). Returns whether
    /// it did. The application waits within a call, so `tcp_rate_check_app_limited`, which precedes
    /// the loop of `tcp_sendmsg_locked`, is not called.
    pub(super) fn check_space(&mut self) -> bool {
        let held = self.held();
        if !self.buffer.is_some_and(|buffer| buffer.waiting && buffer.wakes(held)) {
            return false;
        }
        self.fill_buffer();
        true
    }

    fn expand_buffer(&mut self) {
        let segments = self.window.cwnd.max(self.initial).max(self.rack.reordering + 1);
        let factor = self.controller.windows_to_buffer();
        if let Some(buffer) = &mut self.buffer {
            buffer.expand(factor, segments);
        }
    }

    /// Lets the application write until the buffer is full or it has no more.
    fn fill_buffer(&mut self) {
        let (acknowledged, held) = (self.acknowledged(), self.held());
        let Some(buffer) = &mut self.buffer else { return };
        let offered = acknowledged + buffer.filled(held).max(held);
        let all = self.supply.limit.unwrap_or(u64::MAX);
        buffer.waiting = offered < all;
        self.written = offered.min(all);
        let (window, full) = (self.largest_window, self.payload_of_full());
        let blocked = self.buffer.is_some_and(|buffer| buffer.waiting);
        self.pushes.forget(acknowledged);
        self.pushes.write(self.written, window, full, blocked.then_some(self.written));
    }
}
