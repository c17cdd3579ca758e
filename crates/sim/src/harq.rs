//! What HARQ did: the table `harq`, one row for each link and receiver, and `harq_packets`, one row
//! for each packet.

use skyseam_base::{Duration, SimTime};
use skyseam_net::harq::Process;
use skyseam_packet::Packet;
use skyseam_trace::{Column, Table, Values};

use crate::build::Names;

/// How HARQ ends for a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// It was decoded.
    Decoded,
    /// There was no further transmission.
    GaveUp,
    /// Its receiver was gone before it was decoded.
    LeftBehind,
}

impl End {
    const NAMES: [&str; 3] = ["decoded", "gave_up", "left_behind"];
}

/// Transmissions whose decodings are counted apart.
const COUNTED: usize = 4;

/// What one transmitter and one receiver have done.
#[derive(Clone, Debug, Default)]
pub(crate) struct LaneCounts {
    packets: u64,
    /// Decoded at transmission 1, 2, ...; the last also counts all later ones.
    decoded: [u64; COUNTED + 1],
    gave_up: u64,
    left_behind: u64,
    symbols: u64,
    data_time: Duration,
    redundancy_time: Duration,
}

impl LaneCounts {
    /// A first transmission of so many symbols took `time` of the link.
    pub fn note_first(&mut self, symbols: u32, time: Duration) {
        self.packets += 1;
        self.symbols += u64::from(symbols);
        self.data_time += time;
    }

    /// A later transmission of so many symbols took `time` of the link.
    pub fn note_redundancy(&mut self, symbols: u32, time: Duration) {
        self.symbols += u64::from(symbols);
        self.redundancy_time += time;
    }

    /// HARQ is over for a packet.
    pub fn note_end(&mut self, end: End, process: &Process) {
        match end {
            End::Decoded => {
                let number = (process.transmissions as usize).clamp(1, COUNTED + 1);
                self.decoded[number - 1] += 1;
            }
            End::GaveUp => self.gave_up += 1,
            End::LeftBehind => self.left_behind += 1,
        }
    }

    fn decoded(&self) -> u64 {
        self.decoded.iter().sum()
    }
}

/// How HARQ ended for a packet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ending {
    /// Its first transmission began.
    pub sent: SimTime,
    /// The receiver knew.
    pub ended: SimTime,
    /// Number of the link, and of the receiver.
    pub link: u32,
    pub receiver: u32,
    pub end: End,
    pub process: Process,
}

/// One row per packet.
#[derive(Debug, Default)]
pub(crate) struct HarqRecord {
    flow: Vec<u64>,
    size_bytes: Vec<u64>,
    rows: Vec<Ending>,
}

impl HarqRecord {
    pub fn note(&mut self, packet: &Packet, ending: &Ending) {
        self.flow.push(u64::from(packet.flow.0));
        self.size_bytes.push(u64::from(packet.size));
        self.rows.push(*ending);
    }

    pub fn into_table(self, names: &Names) -> Table {
        let rows = &self.rows;
        let ends = End::NAMES.map(str::to_owned).to_vec();
        Table::new(vec![
            f64s("t_s", rows, |row| row.ended.as_secs_f64()),
            Column { name: "flow", values: Values::U64(self.flow) },
            named("link", rows, &names.links, |row| row.link),
            named("receiver", rows, &names.receivers, |row| row.receiver),
            Column { name: "size_bytes", values: Values::U64(self.size_bytes) },
            f64s("sent_s", rows, |row| row.sent.as_secs_f64()),
            named("outcome", rows, &ends, |row| row.end as u32),
            u64s("transmissions", rows, |row| u64::from(row.process.transmissions)),
            u64s("symbols", rows, |row| u64::from(row.process.symbols_received)),
            f64s("mutual_information", rows, |row| row.process.mutual_information),
        ])
    }
}

/// The table `harq` of these lanes: link, receiver and counts.
pub(crate) fn table<'a>(
    lanes: impl Iterator<Item = (u32, u32, &'a LaneCounts)>,
    names: &Names,
) -> Table {
    let mut rows: Vec<(u32, u32, &LaneCounts)> = lanes.collect();
    rows.sort_by_key(|&(link, receiver, _)| (link, receiver));
    const DECODED: [&str; COUNTED + 1] =
        ["decoded_1st", "decoded_2nd", "decoded_3rd", "decoded_4th", "decoded_later"];
    let mut columns = vec![
        named("link", &rows, &names.links, |row| row.0),
        named("receiver", &rows, &names.receivers, |row| row.1),
        u64s("packets", &rows, |row| row.2.packets),
    ];
    for (number, name) in DECODED.into_iter().enumerate() {
        columns.push(u64s(name, &rows, |row| row.2.decoded[number]));
    }
    columns.extend([
        u64s("gave_up", &rows, |row| row.2.gave_up),
        u64s("left_behind", &rows, |row| row.2.left_behind),
        u64s("symbols", &rows, |row| row.2.symbols),
        f64s("data_time_s", &rows, |row| row.2.data_time.as_secs_f64()),
        f64s("redundancy_time_s", &rows, |row| row.2.redundancy_time.as_secs_f64()),
        f64s("success", &rows, |row| {
            let (decoded, gave_up) = (row.2.decoded(), row.2.gave_up);
            // Not a number where nothing was decided.
            decoded as f64 / (decoded + gave_up) as f64
        }),
    ]);
    Table::new(columns)
}

fn f64s<T>(name: &'static str, rows: &[T], value: impl Fn(&T) -> f64) -> Column {
    Column { name, values: Values::F64(rows.iter().map(value).collect()) }
}

fn u64s<T>(name: &'static str, rows: &[T], value: impl Fn(&T) -> u64) -> Column {
    Column { name, values: Values::U64(rows.iter().map(value).collect()) }
}

fn named<T>(name: &'static str, rows: &[T], names: &[String], value: impl Fn(&T) -> u32) -> Column {
    let indices = rows.iter().map(value).collect();
    Column { name, values: Values::Names { indices, names: names.to_vec() } }
}
