//! Keys that only the stack `linux` has.

use skyseam_endpoint::values::SendBuffer;
use skyseam_params::parameters;
use skyseam_params::values::Flag;

parameters! {
    /// what a Linux 6.18 kernel does, compared with measurements of one
    pub struct Linux "linux"
        from "RFC 8985, 6937bis, 5682, 9438; tcp_input.c, tcp_recovery.c, tcp_cubic.c" {
        /// Memory that the send buffer of the stack "linux" grows to at most, the kernel's own for
        /// each segment counted (832 B); by default "4 MiB", as the kernel comes (`tcp_wmem`).
        send_buffer: SendBuffer = SendBuffer::Bytes(4 << 20),
        /// Whether CUBIC of the stack "linux" looks for the end of slow start (HyStart).
        hystart: Option<Flag> = None,
        /// Whether a sender of the stack "linux" is paced; BBR always is.
        pacing: Option<Flag> = None,
        /// Whether a paced sender of the stack "linux" sends what belongs to a millisecond at once,
        /// as with segmentation offload; its send buffer holds half as much again then.
        offload: Flag = false,
        /// Whether a receiver of the stack "linux" gathers SACKs for a millisecond.
        sack_compression: Flag = true,
    }
}

impl Linux {
    /// Returns the memory of a send buffer that can fill, bytes.
    pub(crate) fn most_buffered(&self) -> Option<u64> {
        match self.send_buffer {
            SendBuffer::Bytes(bytes) => Some(bytes),
            SendBuffer::Unlimited => None,
        }
    }
}
