//! A scenario as it was resolved: every value with its unit, every default that was used.
//!
//! Has the form of a scenario file itself: written as TOML it reads back as the same scenario,
//! which a test checks. The preset is spelled out as the shell and the values it stands for.

use serde_json::{Map, Value as Json, json};
use skyseam_constellation::config::{Orbits, Phasing, Shell, Site, SkyConfig};
use skyseam_host::config::{Application, TcpConfig};
use skyseam_net::config::{LinkConfig, QueueConfig};

use crate::names::{ApplicationKind, QueueKind, Series, TransportKind, name_of};
use crate::scenario::{DelayStudy, Flow, Links, Run, Scenario};
use crate::units::{print_bytes, print_duration, print_instant, print_rate, print_real};

impl Scenario {
    /// Every value with its unit and every default that was used, in the form of a scenario file.
    pub fn resolved(&self) -> Json {
        let mut file = Map::new();
        let mut put = |key: &str, value: Json| {
            let is_empty = value.is_null()
                || value.as_array().is_some_and(Vec::is_empty)
                || value.as_object().is_some_and(Map::is_empty);
            if !is_empty {
                file.insert(key.into(), value);
            }
        };
        let sky = &self.sky;
        put("title", json!(self.title));
        put("constellation", constellation(sky, self.elevation_mask_deg));
        put(
            "handover",
            json!({
                "policy": name_of(sky.handover.policy),
                "check_interval": print_duration(sky.handover.check_interval),
                "randomized": sky.handover.randomized,
                "queued": name_of(self.queued_at_handover),
            }),
        );
        put("routing", json!({ "metric": name_of(sky.routing.metric) }));
        put("terminals", terminals(sky));
        put("nodes", sky.nodes.iter().map(|name| json!({ "name": name })).collect());
        put("wires", wires(sky, &self.links));
        put("links", links(&self.links));
        put("flows", self.flows.iter().map(flow).collect());
        put("run", run(&self.run));
        put("delay", self.delay.as_ref().map_or(Json::Null, delay));
        Json::Object(file)
    }
}

fn constellation(sky: &SkyConfig, elevation_mask_deg: Option<f64>) -> Json {
    if sky.shells.is_empty() {
        return Json::Null;
    }
    let (key, shells) = match &sky.shells[..] {
        [only] => ("shell", shell(only)),
        several => ("shells", several.iter().map(shell).collect()),
    };
    let mut table = json!({
        "geometry": name_of(sky.geometry),
        "propagation": name_of(sky.propagation),
        key: shells,
        "isl": {
            "pattern": name_of(sky.shells[0].pattern),
            "latitude_threshold": print_real(sky.isl.latitude_threshold_deg, "deg"),
            "grazing_altitude": print_real(sky.isl.grazing_altitude_km, "km"),
            "seam_longitude_threshold": print_real(sky.isl.seam_longitude_threshold_deg, "deg"),
        },
    });
    if let (Some(mask), Some(table)) = (elevation_mask_deg, table.as_object_mut()) {
        table.insert("elevation_mask".into(), json!(print_real(mask, "deg")));
    }
    table
}

fn shell(shell: &Shell) -> Json {
    let Orbits::Walker(walker) = &shell.orbits else {
        unreachable!("scenarios know no element files yet")
    };
    json!({
        "name": shell.name,
        "planes": walker.planes,
        "satellites_per_plane": walker.satellites_per_plane,
        "altitude": print_real(walker.altitude_km, "km"),
        "inclination": print_real(walker.inclination_deg, "deg"),
        "raan_spacing": print_real(walker.raan_spacing_deg, "deg"),
        "raan_offset": print_real(walker.raan_offset_deg, "deg"),
        "argument_of_latitude": print_real(walker.argument_of_latitude_deg, "deg"),
        "phasing": match walker.phasing {
            Phasing::OddPlanes(deg) => json!({ "odd_planes": print_real(deg, "deg") }),
            Phasing::EachPlane(deg) => json!({ "each_plane": print_real(deg, "deg") }),
        },
    })
}

fn terminals(sky: &SkyConfig) -> Json {
    let terminal = |terminal: &skyseam_constellation::config::Terminal| {
        let Site::Fixed(point) = &terminal.site else {
            unreachable!("scenarios know no tracks yet")
        };
        json!({
            "name": terminal.name,
            "latitude": print_real(point.latitude_deg, "deg"),
            "longitude": print_real(point.longitude_deg, "deg"),
            "altitude": print_real(point.altitude_m, "m"),
            "elevation_mask": print_real(terminal.elevation_mask_deg, "deg"),
        })
    };
    sky.terminals.iter().map(terminal).collect()
}

fn wires(sky: &SkyConfig, links: &Links) -> Json {
    assert_eq!(sky.wires.len(), links.wires.len(), "every wire has its transmitters");
    let wire = |(wire, config): (&skyseam_constellation::config::Wire, &LinkConfig)| {
        let mut table = Map::new();
        table.insert("between".into(), json!(wire.between));
        table.insert("delay".into(), json!(print_duration(wire.delay)));
        if let Json::Object(link) = link(config) {
            table.extend(link);
        }
        Json::Object(table)
    };
    sky.wires.iter().zip(&links.wires).map(wire).collect()
}

fn links(links: &Links) -> Json {
    let mut table = Map::new();
    for (key, config) in
        [("uplink", &links.uplink), ("downlink", &links.downlink), ("isl", &links.isl)]
    {
        if let Some(config) = config {
            table.insert(key.into(), link(config));
        }
    }
    Json::Object(table)
}

fn link(link: &LinkConfig) -> Json {
    let QueueConfig::DropTail { limit_packets } = link.queue;
    json!({
        "rate": print_rate(link.rate),
        "queue": {
            "kind": name_of(QueueKind::DropTail),
            "limit": format!("{limit_packets} packets"),
        },
        "framing": print_bytes(u64::from(link.framing_bytes)),
    })
}

fn flow(flow: &Flow) -> Json {
    let mut table = Map::new();
    table.insert("name".into(), json!(flow.name));
    table.insert("from".into(), json!(flow.from));
    table.insert("to".into(), json!(flow.to));
    table.insert("start".into(), json!(print_duration(flow.start)));
    table.insert("count".into(), json!(flow.repeat.count));
    if flow.repeat.count > 1 {
        table.insert("every".into(), json!(print_duration(flow.repeat.every)));
    }
    let (application, has_transport) = match flow.application {
        Application::File { size_bytes } => (
            json!({ "kind": name_of(ApplicationKind::File), "size": print_bytes(size_bytes) }),
            true,
        ),
        Application::Bulk { duration } => (
            json!({ "kind": name_of(ApplicationKind::Bulk), "duration": print_duration(duration) }),
            true,
        ),
        Application::Ping { count, interval, size_bytes } => (
            json!({
                "kind": name_of(ApplicationKind::Ping),
                "count": count,
                "interval": print_duration(interval),
                "size": print_bytes(u64::from(size_bytes)),
            }),
            false,
        ),
    };
    table.insert("application".into(), application);
    if has_transport {
        table.insert("transport".into(), transport(&flow.transport));
    }
    Json::Object(table)
}

fn transport(tcp: &TcpConfig) -> Json {
    json!({
        "kind": name_of(TransportKind::Tcp),
        "stack": name_of(tcp.stack),
        "congestion": name_of(tcp.congestion),
        "mss": print_bytes(u64::from(tcp.mss)),
        "header": print_bytes(u64::from(tcp.header_bytes)),
        "initial_window": format!("{} segments", tcp.initial_window),
        "receive_window": print_bytes(tcp.receive_window),
        "sack_blocks": tcp.sack_blocks,
        "timestamps": tcp.timestamps,
        "delayed_ack": tcp.delayed_ack.map_or("off".into(), print_duration),
        "handshake": tcp.handshake,
        "dup_threshold": tcp.dup_threshold,
        "initial_rto": print_duration(tcp.initial_rto),
        "min_rto": print_duration(tcp.min_rto),
        "max_rto": print_duration(tcp.max_rto),
    })
}

fn run(run: &Run) -> Json {
    let record = &run.record;
    let wanted = [
        (record.cwnd, Series::Cwnd),
        (record.rtt, Series::Rtt),
        (record.retransmissions, Series::Retransmissions),
        (record.queue, Series::Queue),
    ];
    let names: Vec<&str> =
        wanted.iter().filter(|(wanted, _)| *wanted).map(|(_, series)| name_of(*series)).collect();
    let mut table = Map::new();
    table.insert("start".into(), json!(print_instant(run.start)));
    table.insert("duration".into(), json!(print_duration(run.duration)));
    table.insert("seed".into(), json!(run.seed));
    table.insert("record".into(), json!(names));
    if let Some(bin) = record.throughput_bin {
        table.insert("throughput_bin".into(), json!(print_duration(bin)));
    }
    table.insert("captures".into(), json!(record.captures));
    Json::Object(table)
}

fn delay(study: &DelayStudy) -> Json {
    let sampling = &study.sampling;
    json!({
        "pairs": study.pairs,
        "start": print_instant(sampling.start),
        "duration": print_duration(sampling.end - sampling.start),
        "step": print_duration(sampling.step),
    })
}
