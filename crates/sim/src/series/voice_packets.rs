//! The series `voice_packets`: each voice packet that arrived, and its playout time.

use skyseam_base::SimTime;
use skyseam_trace::{
    Columns, Event, Events, Recording, RunEnd, Series, Table, TableSpec, columns, rows_are_final,
};

columns! {
    /// A row for the first arrival of each voice packet.
    pub(super) struct VoicePackets "voice_packets" {
        /// Time of arrival.
        t_s: Vec<f64> as "s",
        /// Number of the flow.
        flow: Vec<u64>,
        /// Number of the packet in its flow, from 0.
        number: Vec<u64>,
        /// One-way delay.
        delay_ms: Vec<f64> as "ms",
        /// Time of playout; null if it came too late.
        play_s: Vec<f64> as "s",
    }
}

impl Series for VoicePackets {
    const TABLE: TableSpec = Self::SPEC;
    const SUMMARY: &'static str =
        "every packet of speech that arrived: its delay and its time of playout";
    const EVENTS: Events = Events::VOICE_PACKET_ARRIVED;
}

impl Recording for VoicePackets {
    fn record(&mut self, now: SimTime, event: &Event<'_>) {
        let Event::VoicePacketArrived { flow, number, sent, play } = *event else { return };
        self.t_s.push(now.as_secs_f64());
        self.flow.push(u64::from(flow.0));
        self.number.push(u64::from(number));
        self.delay_ms.push(now.saturating_since(sent).as_millis_f64());
        self.play_s.push(play.map_or(f64::NAN, SimTime::as_secs_f64));
    }

    fn into_table(self: Box<Self>, _: &RunEnd<'_>) -> Table {
        Columns::into_table(*self)
    }

    rows_are_final!();
}
