//! The table `voice_packets`: each packet of speech that arrived, and when it is played.

use skyseam_base::{FlowId, SimTime};
use skyseam_trace::{Column, Table, Values};

/// The rows.
#[derive(Debug, Default)]
pub(crate) struct VoicePackets {
    t_s: Vec<f64>,
    flow: Vec<u64>,
    number: Vec<u64>,
    delay_ms: Vec<f64>,
    play_s: Vec<f64>,
}

impl VoicePackets {
    /// Packet `number` of `flow`, sent at `sent`, has come, to be played at `play` if it is not
    /// too late.
    pub fn note(
        &mut self,
        now: SimTime,
        flow: FlowId,
        number: u32,
        sent: SimTime,
        play: Option<SimTime>,
    ) {
        self.t_s.push(now.as_secs_f64());
        self.flow.push(u64::from(flow.0));
        self.number.push(u64::from(number));
        self.delay_ms.push(now.saturating_since(sent).as_millis_f64());
        self.play_s.push(play.map_or(f64::NAN, SimTime::as_secs_f64));
    }

    /// The table.
    pub fn into_table(self) -> Table {
        let column = |name, values| Column { name, values };
        Table::new(vec![
            column("t_s", Values::F64(self.t_s)),
            column("flow", Values::U64(self.flow)),
            column("number", Values::U64(self.number)),
            column("delay_ms", Values::F64(self.delay_ms)),
            column("play_s", Values::F64(self.play_s)),
        ])
    }
}
