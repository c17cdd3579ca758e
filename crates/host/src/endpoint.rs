//! The interface of everything that sits at a node: four verbs, with time always an argument.

use skyseam_base::SimTime;
use skyseam_packet::Packet;
use skyseam_trace::Recorder;

/// One end of a flow: a TCP sender or receiver, an end of a QUIC connection, a ping.
///
/// The caller gives packets and the passing of deadlines in, and after each asks for packets to
/// send until there are none, and then for the next deadline. An endpoint reads no clock and does
/// no I/O.
pub trait Endpoint {
    /// Takes a packet that arrived for this end.
    fn handle_packet(&mut self, now: SimTime, packet: &Packet, trace: &mut dyn Recorder);

    /// Handles the passing of the deadline last given by [`Endpoint::poll_timeout`].
    fn handle_timeout(&mut self, now: SimTime, trace: &mut dyn Recorder);

    /// The next packet to send at `now`, or `None` when there is none.
    fn poll_transmit(&mut self, now: SimTime, trace: &mut dyn Recorder) -> Option<Packet>;

    /// When [`Endpoint::handle_timeout`] wants to be called next, if ever. For an end that has not
    /// begun, that is when it begins.
    fn poll_timeout(&self) -> Option<SimTime>;
}
