//! Keys that only the stack `linux` has.

use skyseam_endpoint::careful_resume::CarefulResumeModel;
use skyseam_endpoint::values::SendBufferSize;
use skyseam_params::parameters;
use skyseam_params::values::Flag;

parameters! {
    /// what a Linux 6.18 kernel does, compared with measurements of one
    pub struct Linux "linux"
        from "RFC 8985, 6937bis, 5682, 9438; tcp_input.c, tcp_recovery.c, tcp_cubic.c" {
        /// Maximum memory of the send buffer of the stack "linux", including the kernel's overhead
        /// for each segment (832 B); by default "4 MiB", the default of the kernel (`tcp_wmem`).
        send_buffer: SendBufferSize = SendBufferSize::Bytes(4 << 20),
        /// Whether CUBIC of the stack "linux" looks for the end of slow start (HyStart).
        hystart: Option<Flag> = None,
        /// Whether a sender of the stack "linux" is paced; BBR and `careful_resume` always are.
        pacing: Option<Flag> = None,
        /// Whether a sender of the stack "linux" spreads its initial window over the round trip
        /// that the handshake took (Initial Spreading). Default: false.
        initial_spreading: Option<Flag> = None,
        /// Careful Resume of the stack "linux": a window that jumps to half of what an earlier
        /// connection used, paced over a round trip. Default: none.
        careful_resume: Option<CarefulResumeModel> = None,
        /// Whether a paced sender of the stack "linux" sends the segments of a millisecond at once,
        /// as with segmentation offload; its send buffer is then half as large again.
        offload: Flag = false,
        /// Whether a receiver of the stack "linux" gathers SACKs for a millisecond.
        sack_compression: Flag = true,
    }
}

impl Linux {
    /// Returns the memory of a send buffer that can fill, bytes.
    pub(crate) fn most_buffered(&self) -> Option<u64> {
        match self.send_buffer {
            SendBufferSize::Bytes(bytes) => Some(bytes),
            SendBufferSize::Unlimited => None,
        }
    }
}
