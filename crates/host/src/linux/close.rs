//! The end of a connection (RFC 9293 Sec. 3.6): the sender's FIN, and the receiver's in answer.
//!
//! The application closes when everything it wrote is acknowledged: the FIN has a packet of its
//! own, and nothing about the transfer changes. The other end closes as soon as it reads the end of
//! the stream, so one packet acknowledges the FIN and carries its own. Only the sender repeats its
//! FIN; an answer that was lost comes again with it. TIME-WAIT keeps nothing in memory here.

use skyseam_base::SimTime;
use skyseam_packet::{SeqNumber, TcpFlags, TcpSegment, Timestamps};

use super::sender::{Pending, Sender, WINDOW};
use super::timer;
use crate::tcp::timestamp_clock;

/// Times that a FIN is sent again before the connection is given up (`tcp_orphan_retries`: 0 stands
/// for 8).
const RETRIES: u32 = 8;

impl Sender {
    /// Sends the FIN, for the first time or again; `false` when it was sent often enough.
    pub(super) fn send_fin(&mut self, now: SimTime) -> bool {
        if self.fins > RETRIES {
            self.pending = Pending::None;
            return false;
        }
        if self.fins > 0 {
            self.rtt.back_off();
        }
        self.fins += 1;
        self.emit_closing(now, self.una, TcpFlags::FIN.with(TcpFlags::ACK));
        self.pending = Pending::Retransmit(timer(now, self.rtt.rto_ticks()));
        true
    }

    /// Whether `segment` closes the other direction; it is acknowledged then.
    pub(super) fn on_closing(&mut self, now: SimTime, segment: &TcpSegment) -> bool {
        let fin = self.una + 1;
        let closes =
            segment.flags.contains(TcpFlags::FIN) && segment.ack == SeqNumber::of_offset(fin);
        if closes {
            if let Some(timestamps) = segment.timestamps {
                self.echo = timestamps.value;
            }
            self.pending = Pending::None;
            self.emit_closing(now, fin, TcpFlags::ACK);
        }
        closes
    }

    fn emit_closing(&mut self, now: SimTime, start: u64, flags: TcpFlags) {
        // The peer's SYN is 0, and its FIN, having sent no data, 1.
        let peer_closed = u32::from(!flags.contains(TcpFlags::FIN));
        let stamps = Timestamps { value: timestamp_clock(now), echo: self.echo };
        let segment = TcpSegment {
            seq: SeqNumber::of_offset(start),
            ack: SeqNumber(1 + peer_closed),
            flags,
            window: WINDOW,
            timestamps: self.config.timestamps.then_some(stamps),
            ..TcpSegment::default()
        };
        self.report.packets_sent += 1;
        let size = self.config.packet_size(0, 0);
        let connection = &self.connection;
        let packet = connection.packet(connection.from, connection.to, size, now, segment);
        self.outbox.push_back(packet);
    }
}
