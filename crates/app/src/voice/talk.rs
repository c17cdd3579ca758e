//! Talkspurts and pauses: continuous speech, or talkspurts with pauses between.
//!
//! Owns the distribution of lengths. [`super::VoiceSender`] makes packets of them. A further model
//! is a struct of parameters that implements [`Talk`], and its line in the registry below.

use std::sync::Arc;

use skyseam_base::{Duration, RandomStream, math};
use skyseam_params::serde_json::{Value as Json, json};
use skyseam_params::values::{PositiveSpan, read_number};
use skyseam_params::{
    Definitions, Model, Parameter, Parameters, Problems, Shape, Spanned, Value, parameters,
    registry,
};

/// A model of talkspurts and pauses.
pub trait Talk: Parameters {
    /// The next talkspurt; `None` for speech without pauses.
    fn spurt(&self, random: &mut RandomStream) -> Option<Talkspurt>;

    /// Whether there are pauses, between which a play-out buffer can adapt.
    fn has_pauses(&self) -> bool {
        true
    }
}

/// A talkspurt and the pause before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Talkspurt {
    /// Length of the talkspurt, s.
    pub length_s: f64,
    /// Length of the pause before it, s.
    pub pause_s: f64,
}

/// A model of talkspurts with these parameters.
pub fn talk(own: impl Talk) -> Model<dyn Talk> {
    Model::new(Arc::new(own))
}

registry! {
    /// Talkspurts and pauses of the talker.
    dyn Talk "Talk" is "a talk pattern" at "flows.application.talk.kind (voice)" {
        ConstantTalk,
        ExponentialTalk,
        ParetoTalk,
    }
    pub fn built_in;
    pub fn member;
}

parameters! {
    /// Continuous speech: a packet for every frame.
    pub struct ConstantTalk "constant" from "RFC 3551 Sec. 4.2" {}
}

impl Talk for ConstantTalk {
    fn spurt(&self, _: &mut RandomStream) -> Option<Talkspurt> {
        None
    }

    fn has_pauses(&self) -> bool {
        false
    }
}

parameters! {
    /// Talkspurts with pauses between, their lengths exponential; a call begins with a pause.
    pub struct ExponentialTalk "exponential" from "means: ITU-T P.59" {
        /// Mean length of a talkspurt.
        talk: PositiveSpan = Duration::from_millis(1004),
        /// Mean length of a pause.
        pause: PositiveSpan = Duration::from_millis(1587),
    }
}

impl Talk for ExponentialTalk {
    fn spurt(&self, random: &mut RandomStream) -> Option<Talkspurt> {
        let mut draw = |mean: Duration| -mean.as_secs_f64() * math::ln(1.0 - random.uniform());
        Some(Talkspurt { length_s: draw(self.talk), pause_s: draw(self.pause) })
    }
}

parameters! {
    /// Talkspurts with pauses between, their lengths Pareto-distributed; a call begins with a
    /// pause.
    pub struct ParetoTalk "pareto" from "ns-2.35 Application/Traffic/Pareto" {
        /// Mean length of a talkspurt (burst_time_).
        talk: PositiveSpan = Duration::from_millis(500),
        /// Mean length of a pause (idle_time_).
        pause: PositiveSpan = Duration::from_millis(50),
        /// Shape of the Pareto distribution (shape_): that of ns-2 and of the thesis.
        shape: ParetoShape = 1.5,
    }
}

impl ParetoTalk {
    /// A length of this mean, s, for a `uniform` number in [0, 1).
    fn length_s(&self, mean_s: f64, uniform: f64) -> f64 {
        let shape = self.shape;
        mean_s * (shape - 1.0) / shape * math::powf(1.0 - uniform, -1.0 / shape)
    }
}

impl Talk for ParetoTalk {
    fn spurt(&self, random: &mut RandomStream) -> Option<Talkspurt> {
        let mut draw = |mean: Duration| self.length_s(mean.as_secs_f64(), random.uniform());
        Some(Talkspurt { length_s: draw(self.talk), pause_s: draw(self.pause) })
    }
}

/// Shape of a Pareto distribution that has a mean, a plain number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ParetoShape(pub f64);

impl Shape for ParetoShape {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let expected = "a number above 1 and at most 100, such as 1.5";
        read_number(value, 1f64.next_up()..=100.0, expected, problems).ok().map(Self)
    }

    fn schema(_: &mut Definitions) -> Json {
        json!({ "type": "number", "exclusiveMinimum": 1, "maximum": 100, "examples": [1.5] })
    }
}

impl Parameter for ParetoShape {
    type Own = f64;

    fn own(self) -> f64 {
        self.0
    }

    fn print(own: &f64) -> Json {
        json!(own)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: the Pareto distribution by hand. Method: its median, `2^(1/shape)` times its minimum.
    #[test]
    fn pareto_has_its_median() {
        let median = ParetoTalk::default().length_s(3.0, 0.5);
        assert!((median - math::powf(2.0, 1.0 / 1.5)).abs() < 1e-12, "{median}");
    }
}
