//! The sending side of a QUIC flow: data offered by the application, and data sent.
//!
//! Data are written only a little ahead of transmission, so that the send buffer stays short and a
//! bulk flow that stops has little left to send. Owns offsets; the stream itself is quinn-proto's.

use quinn_proto::{Connection, Dir, StreamId};
use skyseam_base::SimTime;
use skyseam_endpoint::app::OfferedData;
use skyseam_trace::RetransmitCause;

use super::frames::StreamData;
use super::test_pattern;

/// Minimum amount of data written ahead, bytes: more than two of the largest datagrams on most
/// paths.
const MIN_AHEAD: u64 = 4_096;
/// Approximate number of pieces of the data in flight in the send buffer.
const PIECES: u64 = 32;

/// Sending side of an endpoint.
#[derive(Debug)]
pub(super) struct Upload {
    supply: OfferedData,
    /// Number of bytes offered by the application so far; `u64::MAX` for unlimited data.
    offered: u64,
    stream: Option<StreamId>,
    written: u64,
    /// End of the data sent so far.
    sent: u64,
    /// Whether flow control blocks further writes.
    blocked: bool,
    finished: bool,
    /// Bytes declared lost whose data have not been retransmitted.
    lost: u64,
}

impl Upload {
    /// Creates a sender of `supply`.
    pub fn new(supply: OfferedData) -> Self {
        Self {
            supply,
            offered: u64::MAX,
            stream: None,
            written: 0,
            sent: 0,
            blocked: false,
            finished: false,
            lost: 0,
        }
    }

    /// Creates a sender of the data from [`Upload::offer`], until [`Upload::close`].
    pub fn of_application() -> Self {
        Self { offered: 0, ..Self::new(OfferedData { limit: None, stop: None }) }
    }

    /// Adds `bytes` written by the application.
    pub fn offer(&mut self, bytes: u64) {
        self.offered = self.offered.saturating_add(bytes);
    }

    /// Ends the data of the application.
    pub fn close(&mut self) {
        self.supply.close(self.offered);
    }

    /// Time at which the application stops, if it is limited by time.
    pub fn stop(&self) -> Option<SimTime> {
        self.supply.stop
    }

    /// Opens a stream for this direction of an established connection.
    pub fn open(&mut self, connection: &mut Connection) {
        if self.stream.is_none() {
            self.stream = connection.streams().open(Dir::Uni);
        }
    }

    /// Records that flow control allows writes again.
    pub(crate) fn unblock(&mut self) {
        self.blocked = false;
    }

    /// Records that packets of `bytes` bytes were declared lost.
    pub(crate) fn note_loss(&mut self, bytes: u64) {
        self.lost += bytes;
    }

    /// Whether `id` is this stream.
    pub(crate) fn is_stream(&self, id: StreamId) -> bool {
        self.stream == Some(id)
    }

    /// Writes until enough is ready for datagrams of up to `datagram` bytes, in larger pieces if
    /// more is in flight; at most `most` bytes in total.
    pub fn feed(
        &mut self,
        now: SimTime,
        connection: &mut Connection,
        datagram: u64,
        in_flight: u64,
        most: u64,
    ) {
        // It may stop before the connection stands.
        if self.supply.stop.is_some_and(|stop| now >= stop) {
            self.supply.close(self.written);
        }
        let Some(id) = self.stream.filter(|_| !self.finished) else { return };
        let ahead = MIN_AHEAD.max(2 * datagram);
        while !self.blocked && self.written < self.sent + ahead {
            let all = self.supply.limit.unwrap_or(self.offered);
            let left = all.min(most).saturating_sub(self.written);
            if left == 0 {
                break;
            }
            let piece = test_pattern::at(self.written, left.min(ahead.max(in_flight / PIECES)));
            match connection.send_stream(id).write_chunks(&mut [piece]) {
                Ok(written) => self.written += written.bytes as u64,
                Err(_) => self.blocked = true,
            }
        }
        if self.supply.limit == Some(self.written) {
            // It fails where the connection is gone, which is told elsewhere.
            self.finished = connection.send_stream(id).finish().is_ok();
        }
    }

    /// Records stream data that a datagram of `length` bytes carries; returns the cause if they are
    /// a retransmission.
    pub fn note_sent(&mut self, data: StreamData, length: usize) -> Option<RetransmitCause> {
        let is_old = data.offset < self.sent && data.length > 0;
        self.sent = self.sent.max(data.offset + data.length);
        if !is_old {
            return None;
        }
        let cause = if self.lost > 0 {
            RetransmitCause::FastRetransmit
        } else {
            RetransmitCause::TailLossProbe
        };
        self.lost = self.lost.saturating_sub(length as u64);
        Some(cause)
    }
}
