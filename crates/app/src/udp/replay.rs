//! Datagrams as captured or listed: each at its time, of its length.
//!
//! `packet_list` has the format of a list.

use std::sync::Arc;

use skyseam_base::{Duration, RandomStream};
use skyseam_packet::capture;
pub use skyseam_packet::capture::is_capture;
use skyseam_params::{FileOf, parameters};

use super::source::{DatagramSchedule, ScheduledDatagram, Source};

parameters! {
    /// Datagrams at the times and of the lengths in a file, once; the source ends with the file.
    pub struct Replay "replay" from "a capture (pcap, pcapng) or a list (CSV)" {
        /// A file beside the scenario: a capture in the format pcap or pcapng, whose IP packets are
        /// replayed from the first on, whatever their content; or CSV with the header
        /// `t_s,size_bytes`, times from the beginning of the flow, and IP lengths.
        file: FileOf<ReplayedDatagrams>,
    }
}

/// Datagrams in the order of sending.
#[derive(Debug, PartialEq, Eq)]
pub struct ReplayedDatagrams(pub Vec<ReplayedDatagram>);

/// A datagram of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayedDatagram {
    /// Sending time, from the beginning of the flow.
    pub after: Duration,
    /// IP length, bytes.
    pub size: u32,
}

/// The IP packets of a capture, timed from the first.
pub(crate) fn of_capture(capture: &capture::Capture) -> ReplayedDatagrams {
    let seen = &capture.packets;
    let first = seen.first().map_or(0, |packet| packet.at_ns);
    let packet = |seen: &capture::CapturedPacket| ReplayedDatagram {
        after: Duration::from_nanos(seen.at_ns - first),
        size: seen.length,
    };
    ReplayedDatagrams(seen.iter().map(packet).collect())
}

impl Replay {
    fn packets(&self) -> &[ReplayedDatagram] {
        &self.file.content.0
    }
}

impl Source for Replay {
    fn begin(&self, _: RandomStream) -> Box<dyn DatagramSchedule> {
        Box::new(Listed { packets: self.file.content.clone(), next: 0 })
    }

    fn is_unbounded(&self) -> bool {
        false
    }

    fn largest_packet(&self) -> u32 {
        self.packets().iter().map(|packet| packet.size).max().unwrap_or(0)
    }

    fn expected_within(&self, duration: Duration) -> f64 {
        self.packets().partition_point(|packet| packet.after < duration) as f64
    }
}

/// Progress through a list.
#[derive(Debug)]
struct Listed {
    packets: Arc<ReplayedDatagrams>,
    next: usize,
}

impl DatagramSchedule for Listed {
    fn next(&mut self) -> Option<ScheduledDatagram> {
        let ReplayedDatagram { after, size } = *self.packets.0.get(self.next)?;
        self.next += 1;
        Some(ScheduledDatagram { after, size })
    }
}
