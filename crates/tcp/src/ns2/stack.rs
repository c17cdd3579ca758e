//! The stack `ns2` as one of several: its defaults, and the combinations of keys it accepts.

use skyseam_base::Duration;
use skyseam_endpoint::BoxedEndpoint;
use skyseam_endpoint::transport::{ConnectionPayload, FlowSetup};
use skyseam_endpoint::values::InitialWindow;
use skyseam_params::names::name_of;
use skyseam_params::{Keys, Model, Problems};

use super::keys::{LossRecovery, Ns2};
use crate::checks::quoted;
use crate::config::TcpConfig;
use crate::congestion::algorithm::{Setup, TcpAlgorithm};
use crate::delayed_ack::DelayedAck;
use crate::stack::Stack;

impl Ns2 {
    fn is_fack(&self) -> bool {
        self.recovery == LossRecovery::Fack
    }
}

impl Stack for Ns2 {
    /// ns-2.35: defaults of Agent/TCP/Linux and its sink (tcl/lib/ns-default.tcl: rtxcur_init_,
    /// minrto_, maxrto_). `Agent/TCP/Newreno` and `Agent/TCP/Sack1` wait for the SYN's ACK
    /// (`delay_growth_`) and for 60 s at most (`maxrto_`).
    fn profile(&self, congestion: Model<dyn TcpAlgorithm>) -> TcpConfig {
        TcpConfig {
            mss: 1000,
            initial_window: InitialWindow::Segments(10),
            receive_window: 100_000 * 1000,
            sack_blocks: if self.recovery.needs_blocks() { 3 } else { 0 },
            delayed_ack: DelayedAck::Off,
            handshake: !self.is_fack(),
            initial_rto: Duration::from_secs(3),
            min_rto: Duration::from_millis(200),
            max_rto: Duration::from_secs(if self.is_fack() { 120 } else { 60 }),
            ..TcpConfig::plain(self.clone(), congestion)
        }
    }

    fn has(&self, controller: &dyn TcpAlgorithm) -> bool {
        controller.in_packets(&Setup::SOME).is_some()
    }

    fn fits(&self, controller: &dyn TcpAlgorithm) -> bool {
        self.has(controller) && (self.is_fack() || controller.increase().is_some())
    }

    fn open(
        &self,
        config: &TcpConfig,
        opening: FlowSetup<'_>,
        content: ConnectionPayload,
    ) -> [BoxedEndpoint; 2] {
        super::open(config, opening, content)
    }

    fn one_way(&self) -> Option<&'static str> {
        Some("ns-2's agents are a source and a sink")
    }

    /// Rounds up to full packets, which the agents count (reference model Sec. 7).
    fn bytes_for(&self, config: &TcpConfig, bytes: u64) -> u64 {
        let packet = u64::from(config.mss);
        bytes.div_ceil(packet) * packet
    }

    fn counts_options(&self) -> bool {
        false
    }

    fn check(&self, config: &TcpConfig, keys: &Keys, problems: &mut Problems<'_>) {
        let those = [LossRecovery::NewReno, LossRecovery::Sack, LossRecovery::Fack];
        if !self.recovery.is_among(&those, "ns2", keys, problems) {
            return;
        }
        let (name, congestion) = (name_of(self.recovery), config.congestion.name());
        if self.fits(&*config.congestion) {
            let what = "ns-2's agent finds losses only by selective acknowledgements";
            self.recovery.check_blocks(what, config, keys, problems);
        } else {
            let catalogue = problems.catalogue().clone();
            let members = catalogue.members::<dyn TcpAlgorithm>().iter();
            let having = members.filter(|member| {
                member.usual(&catalogue).is_some_and(|usual| usual.increase().is_some())
            });
            let key = if keys.has("recovery") { "recovery" } else { "congestion" };
            problems
                .add(&keys.at(key), "ns-2's agent has a window of its own")
                .found(format!("recovery = \"{name}\" with congestion = \"{congestion}\""))
                .expected(format!("congestion = {}", quoted(having.map(|member| member.name))))
                .help("modules of Linux need recovery = \"fack\" (Agent/TCP/Linux)");
        }
        if keys.has("storm_guard") && !self.is_fack() {
            problems
                .add(&keys.at("storm_guard"), "only recovery = \"fack\" has `storm_guard`")
                .found(format!("storm_guard with recovery = \"{name}\""))
                .help("remove `storm_guard`: no other recovery causes storms of retransmissions");
        }
    }
}
