//! The stack `linux` as one of several: its defaults, and the combinations of keys it accepts.

use skyseam_base::Duration;
use skyseam_endpoint::BoxedEndpoint;
use skyseam_endpoint::transport::{ConnectionPayload, FlowSetup};
use skyseam_endpoint::values::{InitialWindow, SendBufferSize};
use skyseam_params::{Keys, Model, Problems};

use super::keys::Linux;
use crate::config::TcpConfig;
use crate::congestion::algorithm::{Setup, TcpAlgorithm};
use crate::delayed_ack::DelayedAck;
use crate::stack::{Stack, stack};

impl Stack for Linux {
    /// Returns the defaults: Linux 6.18 with its default settings.
    fn profile(&self, congestion: Model<dyn TcpAlgorithm>) -> TcpConfig {
        // A controller that sets the pacing rate itself is always paced.
        let paces = congestion.in_segments(&Setup::SOME).is_some_and(|own| own.paces());
        let pacing = Some(self.pacing.unwrap_or(paces || self.careful_resume.is_some()));
        let hystart = self.hystart.or(congestion.has_hystart().then_some(true));
        TcpConfig {
            initial_window: InitialWindow::Segments(10),
            // Autotuning goes no further than the last of `tcp_rmem`, 32 MiB, of which payload
            // takes five eighths ([`crate::linux::window`]): 0.624 of 1 MiB was measured.
            receive_window: 20 << 20,
            sack_blocks: 4,
            timestamps: true,
            delayed_ack: DelayedAck::Linux,
            // RACK begins with three duplicate ACKs and adapts.
            min_rto: Duration::from_millis(200),
            max_rto: Duration::from_secs(120),
            ..TcpConfig::plain(Self { hystart, pacing, ..self.clone() }, congestion)
        }
    }

    fn has(&self, controller: &dyn TcpAlgorithm) -> bool {
        controller.in_segments(&Setup::SOME).is_some()
    }

    fn has_slow_starts(&self) -> bool {
        true
    }

    fn has_ecn(&self) -> bool {
        true
    }

    fn open(
        &self,
        config: &TcpConfig,
        opening: FlowSetup<'_>,
        content: ConnectionPayload,
    ) -> [BoxedEndpoint; 2] {
        super::open(config, opening, content)
    }

    fn is_paced(&self) -> bool {
        self.pacing == Some(true)
    }

    fn has_hystart(&self) -> bool {
        self.hystart == Some(true)
    }

    fn unbuffered(&self) -> Option<Model<dyn Stack>> {
        self.most_buffered()?;
        Some(stack(Self { send_buffer: SendBufferSize::Unlimited, ..self.clone() }))
    }

    /// Reports keys that have no effect, or that a kernel does not have.
    fn check(&self, config: &TcpConfig, keys: &Keys, problems: &mut Problems<'_>) {
        if keys.has("hystart") && config.congestion.has_own_slow_start() {
            problems
                .warn(&keys.at("hystart"), "`hystart` changes nothing beside `slow_start`")
                .help("remove `hystart`, or `slow_start` of the controller");
        } else if keys.has("hystart") && !config.congestion.has_hystart() {
            let name = config.congestion.name();
            problems
                .warn(&keys.at("hystart"), "`hystart` changes nothing: only CUBIC has HyStart")
                .found(format!("hystart with congestion = \"{name}\""))
                .help("remove `hystart`, or set congestion = \"cubic\"");
        }
        let governs = config.congestion.in_segments(&Setup::SOME).is_some_and(|own| own.governs());
        if self.initial_spreading == Some(true) && governs {
            let name = config.congestion.name();
            problems
                .warn(&keys.at("initial_spreading"), "`initial_spreading` changes nothing")
                .found(format!("initial_spreading with congestion = \"{name}\""))
                .help("remove it: the controller paces the initial window itself");
        }
        if keys.has("careful_resume") && self.careful_resume.is_some() {
            let here = keys.at("careful_resume");
            let name = config.congestion.name();
            if self.pacing == Some(false) {
                problems
                    .add(&here, "Careful Resume is always paced (RFC 9959 Sec. 3.3)")
                    .found("careful_resume with pacing = false")
                    .help("remove `pacing`");
            }
            if governs {
                problems
                    .add(&here, format!("\"{name}\" cannot resume carefully"))
                    .found(format!("careful_resume with congestion = \"{name}\""))
                    .expected("a controller whose window follows losses, such as \"cubic\"");
            }
        }
        if !self.sack_compression && config.sack_blocks == 0 {
            problems
                .warn(
                    &keys.at("sack_compression"),
                    "`sack_compression` changes nothing: there are no SACKs",
                )
                .help("remove `sack_compression`, or set sack_blocks = 4");
        }
        if keys.has("handshake") && !config.handshake {
            problems
                .add(&keys.at("handshake"), "a kernel sends no data before its peer has answered")
                .found("handshake = false with stack = \"linux\"")
                .expected("handshake = true")
                .help("data on the SYN: fast_open = \"known\"");
        }
    }

    fn check_two_way(&self, kind: &str, keys: &Keys, problems: &mut Problems<'_>) {
        if self.most_buffered().is_some() && keys.has("send_buffer") {
            problems
                .add(&keys.at("send_buffer"), "`send_buffer` belongs to one-way senders")
                .found(format!("send_buffer with kind = \"{kind}\""))
                .help("remove `send_buffer`: the buffer of such an application is unlimited");
        }
    }
}
