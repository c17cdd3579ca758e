//! Datagrams as they were captured or listed: each at its time, of its length.
//!
//! Owns what the file's content is to a source. Reading files, and saying what is wrong with them,
//! is the scenario's matter.

use std::sync::Arc;

use serde_json::{Value as Json, json};
use skyseam_base::{Duration, RandomStream};
use skyseam_packet::capture;
pub use skyseam_packet::capture::is_capture;
use skyseam_params::text_values::FileName;
use skyseam_params::{At, Definitions, Model, Parameter, Problems, Shape, Value, parameters};

use super::source::{Emission, Emissions, Source};

parameters! {
    /// Datagrams at the times and of the lengths that a file has, once; it ends with the file.
    pub struct Replay "replay" from "a capture (pcap, pcapng) or a list (CSV)" {
        /// A file beside the scenario: a capture in the format pcap or pcapng, whose IP packets are
        /// replayed from the first on, whatever they carried; or CSV with the header
        /// `t_s,size_bytes`, times from the beginning of the flow, and IP lengths.
        file: PacketFile,
    }
}

/// Datagrams in the order in which they leave.
pub type Packets = Arc<[Datagram]>;

/// A datagram of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Datagram {
    /// When it leaves, from the beginning of the flow.
    pub after: Duration,
    /// IP length, bytes.
    pub size: u32,
}

/// A file of datagrams, and its content once it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct PacketFile {
    /// The file as a scenario names it.
    pub name: String,
    /// Its content; `None` until it was read.
    pub packets: Option<Packets>,
}

impl Shape for PacketFile {
    fn read(value: &At<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        FileName::read(value, problems).map(|name| Self { name: name.0, packets: None })
    }

    fn schema(definitions: &mut Definitions) -> Json {
        FileName::schema(definitions)
    }
}

impl Parameter for PacketFile {
    type Own = Self;

    fn own(self) -> Self {
        self
    }

    fn print(own: &Self) -> Json {
        json!(own.name)
    }
}

/// The IP packets of a capture, timed from the first.
///
/// # Errors
/// What is wrong with the capture.
pub fn of_capture(bytes: &[u8]) -> Result<Packets, capture::Fault> {
    let seen = capture::read(bytes)?;
    let first = seen.first().map_or(0, |packet| packet.at_ns);
    let packet = |seen: &capture::Seen| Datagram {
        after: Duration::from_nanos(seen.at_ns - first),
        size: seen.length,
    };
    Ok(seen.iter().map(packet).collect())
}

impl Replay {
    fn packets(&self) -> &[Datagram] {
        self.file.packets.as_deref().unwrap_or_default()
    }
}

impl Source for Replay {
    /// # Panics
    /// When the file was not read.
    fn begin(&self, _: RandomStream) -> Box<dyn Emissions> {
        let packets = self.file.packets.clone().expect("a file that was read");
        Box::new(Listed { packets, next: 0 })
    }

    fn is_endless(&self) -> bool {
        false
    }

    fn largest_packet(&self) -> u32 {
        self.packets().iter().map(|packet| packet.size).max().unwrap_or(0)
    }

    fn expected_within(&self, duration: Duration) -> f64 {
        self.packets().partition_point(|packet| packet.after < duration) as f64
    }

    fn file(&self) -> Option<&str> {
        Some(&self.file.name)
    }

    fn with_packets(&self, packets: Packets) -> Option<Model<dyn Source>> {
        let file = PacketFile { packets: Some(packets), ..self.file.clone() };
        Some(Model::new(Arc::new(Self { file })))
    }
}

/// A list while it is sent.
#[derive(Debug)]
struct Listed {
    packets: Packets,
    next: usize,
}

impl Emissions for Listed {
    fn next(&mut self) -> Option<Emission> {
        let Datagram { after, size } = *self.packets.get(self.next)?;
        self.next += 1;
        Some(Emission { after, size })
    }
}
