//! Bit errors: each bit is wrong independently; a frame with a wrong bit is lost.

use skyseam_base::{RandomStream, SimTime, math};
use skyseam_params::parameters;
use skyseam_params::values::Probability;

use super::{LinkFrame, Loss, LossModel};

parameters! {
    /// Each bit is wrong with the same probability; a packet with a wrong bit is lost.
    pub struct BitError "bit-error"
    from "1 - (1 - rate)^bits, framing included: the binary symmetric channel with detection" {
        /// Probability that a bit is wrong; bits of framing count.
        rate: Probability,
    }
}

impl LossModel for BitError {
    fn build(&self, _: SimTime) -> Box<dyn Loss> {
        Box::new(BitErrors::new(self.rate))
    }
}

/// Independent bit errors.
#[derive(Debug)]
struct BitErrors {
    /// ln(1 - rate), the logarithm of the probability that a bit is correct.
    log_right: f64,
    /// Last frame size seen, and its probability of loss.
    last: (u32, f64),
}

impl BitErrors {
    fn new(rate: f64) -> Self {
        Self { log_right: math::ln_1p(-rate), last: (0, 0.0) }
    }
}

impl Loss for BitErrors {
    fn loses(&mut self, frame: LinkFrame, stream: &mut RandomStream) -> bool {
        let bytes = frame.bytes;
        if bytes != self.last.0 {
            // Accurate to the last digit even if the rate is 1e-12.
            self.last = (bytes, -math::exp_m1(8.0 * f64::from(bytes) * self.log_right));
        }
        stream.uniform() < self.last.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_probability_is_that_of_any_wrong_bit() {
        let mut stream = RandomStream::new(1, "test");
        let mut probability = |rate, bytes| {
            let mut model = BitErrors::new(rate);
            model.loses(LinkFrame { bytes, end: SimTime::ZERO }, &mut stream);
            model.last.1
        };
        let close = |a: f64, b: f64| (a / b - 1.0).abs() < 1e-12;
        assert!(close(probability(0.5, 1), 1.0 - math::powi(0.5, 8)));
        assert!(close(probability(1e-3, 2), 1.0 - math::powi(0.999, 16)));
        // For rates so small that products are negligible: bits times rate.
        assert!(close(probability(1e-18, 1500), 12_000e-18));
        assert_eq!(probability(1.0, 1), 1.0);
    }
}
