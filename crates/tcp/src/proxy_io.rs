//! Proxy side of an endpoint that sends and receives: writes into it and reads from it.
//!
//! Owns the data written before the connection is established: they wait here and leave with the
//! first segment that may carry data. Does not own their source and destination: see
//! [`skyseam_endpoint::proxy`].

use skyseam_base::SimTime;
use skyseam_endpoint::{ProxyReader, ProxyWriter};

use super::duplex::{DuplexEndpoint, ReceiveHalf, SendHalf};

impl<S: SendHalf, R: ReceiveHalf> ProxyWriter for DuplexEndpoint<S, R> {
    fn set_manual_write(&mut self) {
        // A sending half waits for them from the beginning.
    }

    fn write(&mut self, now: SimTime, bytes: u64) {
        self.manual_writes.write += bytes;
        self.flush_hand(now);
    }

    fn end_writes(&mut self, now: SimTime) {
        self.manual_writes.close = true;
        self.flush_hand(now);
    }

    fn held(&self) -> u64 {
        self.manual_writes.write + self.sender.held()
    }
}

impl<S: SendHalf, R: ReceiveHalf> ProxyReader for DuplexEndpoint<S, R> {
    fn set_manual_read(&mut self) {
        if let Some(reader) = self.receiver.reader() {
            reader.set_manual_read();
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

    fn is_eof(&self) -> bool {
        self.receiver.is_at_end()
    }
}
