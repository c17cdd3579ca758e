//! End of a connection (RFC 9293 Sec. 3.6): the sender's FIN, and the receiver's FIN in answer.
//!
//! The application closes after its last write (`tcp_send_fin`). The FIN leaves with the last data
//! if these have not left by then, otherwise after them, as the window allows; it is acknowledged,
//! probed and retransmitted like data. The peer closes as soon as it reads the end of the stream,
//! so one packet acknowledges the FIN and carries its own. Only the sender retransmits its FIN; a
//! lost answer is repeated with it. TIME-WAIT is not kept in memory. If both endpoints send, each
//! has a FIN of its own, retransmitted until it is acknowledged.

use skyseam_base::SimTime;

use super::sender::Sender;
use crate::ecn::Departure;

impl Sender {
    /// Whether all data and the FIN are acknowledged.
    pub(super) fn is_closed(&self) -> bool {
        self.closed && self.data_end().is_some_and(|end| self.una > end)
    }

    /// Records that the peer closed the other direction, which is acknowledged.
    pub(super) fn end(&mut self, now: SimTime) {
        self.stop();
        self.emit(now, self.una, 0, Departure::Other);
    }
}
