//! Chase combining: the same symbols are repeated and their signal-to-noise ratios added (D. Chase,
//! IEEE Trans. Commun. 33(5), 1985).

use skyseam_params::parameters;
use skyseam_params::values::Count;

use super::{Code, HarqScheme, Plan, Process};

parameters! {
    /// Type I: the same symbols are repeated and combined by their signal-to-noise ratios.
    pub struct ChaseCombining "chase-combining" from "Chase 1985, IEEE Trans. Commun. 33(5), 385" {
        /// Number of symbols of every transmission, QPSK with two coded bits each.
        symbols: Count<1, 10_000_000>,
        /// Maximum number of retransmissions of a packet.
        retransmissions: Count<0, 15> = 3,
        /// Number of information bits of a codeword.
        information_bits: Count<8, 1_000_000> = super::USUAL_BITS,
    }
}

impl HarqScheme for ChaseCombining {
    fn plan(&self, _: &Code<'_>) -> Box<dyn Plan> {
        Box::new(ChasePlan(self.symbols))
    }

    fn retransmissions(&self) -> u32 {
        self.retransmissions
    }

    fn information_bits(&self) -> u32 {
        self.information_bits
    }
}

/// Plan with the same number of symbols in every transmission.
#[derive(Debug)]
struct ChasePlan(u32);

impl Plan for ChasePlan {
    fn symbols(&self, _: &Process) -> u32 {
        self.0
    }

    fn transmissions(&self) -> usize {
        usize::MAX
    }

    fn adds_ratios(&self) -> bool {
        true
    }
}
