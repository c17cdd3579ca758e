//! An end that sends and receives, as a proxy writes into it and reads from it.
//!
//! Owns what is written before the connection stands: it waits here, and leaves with the first
//! segment that may carry data. Does not own what goes where: see [`crate::app::proxy`].

use skyseam_base::SimTime;
use skyseam_endpoint::{Reader, Writer};

use super::duplex::{Duplex, ReceiveHalf, SendHalf};

impl<S: SendHalf, R: ReceiveHalf> Writer for Duplex<S, R> {
    fn wait_for_writes(&mut self) {
        // A sending half waits for them from the beginning.
    }

    fn write(&mut self, now: SimTime, bytes: u64) {
        self.hand.write += bytes;
        self.flush_hand(now);
    }

    fn end_writes(&mut self, now: SimTime) {
        self.hand.close = true;
        self.flush_hand(now);
    }

    fn held(&self) -> u64 {
        self.hand.write + self.sender.held()
    }
}

impl<S: SendHalf, R: ReceiveHalf> Reader for Duplex<S, R> {
    fn read_by_hand(&mut self) {
        if let Some(reader) = self.receiver.reader() {
            reader.read_by_hand();
        }
    }

    fn unread(&self) -> u64 {
        self.receiver.unread()
    }

    fn read(&mut self, now: SimTime, bytes: u64) {
        if let Some(reader) = self.receiver.reader() {
            reader.read(now, bytes);
        }
    }

    fn is_at_end(&self) -> bool {
        self.receiver.is_at_end()
    }
}
