//! The sending side of a QUIC flow: what the application offers, and what of it was sent.
//!
//! Data is written only a little ahead of what goes out, so that the send buffer stays short and a
//! bulk flow that stops has little left to send. Owns offsets; the stream itself is quinn-proto's.

use quinn_proto::{Connection, Dir, StreamId};
use skyseam_base::SimTime;
use skyseam_endpoint::app::OfferedData;
use skyseam_trace::RetransmitCause;

use super::frames::StreamData;
use super::test_pattern;

/// The least that lies ready beyond what was sent, bytes: more than two of the largest datagrams
/// that most paths take.
const MIN_AHEAD: u64 = 4_096;
/// The send buffer holds about so many pieces of data in flight.
const PIECES: u64 = 32;

/// What an end sends.
#[derive(Debug)]
pub(super) struct Upload {
    supply: OfferedData,
    /// Bytes that the application has offered so far; `u64::MAX` where it keeps none back.
    offered: u64,
    stream: Option<StreamId>,
    written: u64,
    /// End of the data sent so far.
    sent: u64,
    /// Flow control lets no more be written until it says so.
    blocked: bool,
    finished: bool,
    /// Bytes deemed lost whose data has not been sent again.
    lost: u64,
}

impl Upload {
    /// Sends what `supply` has.
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

    /// Sends what [`Upload::offer`] brings, until [`Upload::close`].
    pub fn of_application() -> Self {
        Self { offered: 0, ..Self::new(OfferedData { limit: None, stop: None }) }
    }

    /// The application writes `bytes` more.
    pub fn offer(&mut self, bytes: u64) {
        self.offered = self.offered.saturating_add(bytes);
    }

    /// The application has written all.
    pub fn close(&mut self) {
        self.supply.close(self.offered);
    }

    /// When the application stops, where it does so by time.
    pub fn stop(&self) -> Option<SimTime> {
        self.supply.stop
    }

    /// The connection stands: a stream is opened for this direction.
    pub fn open(&mut self, connection: &mut Connection) {
        if self.stream.is_none() {
            self.stream = connection.streams().open(Dir::Uni);
        }
    }

    /// More may be written.
    pub fn unblock(&mut self) {
        self.blocked = false;
    }

    /// Packets of so many bytes were deemed lost.
    pub fn note_loss(&mut self, bytes: u64) {
        self.lost += bytes;
    }

    /// Whether `id` is this stream.
    pub fn is_stream(&self, id: StreamId) -> bool {
        self.stream == Some(id)
    }

    /// Writes until enough lies ready for datagrams of up to `datagram` bytes, in larger pieces the
    /// more is in flight; in all at most `most` bytes.
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

    /// Notes stream data that a datagram of `length` bytes carries; where it was sent before, why
    /// it is sent again.
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
