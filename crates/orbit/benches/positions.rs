//! Benchmark: time to compute the positions of 10,000 satellites, directly by SGP4 and from a
//! table, for all at successive instants and for one satellite at one instant; and the time of
//! grouping and reading. Prints one line of JSON; run by `cargo bench -p skyseam-orbit`.

#![expect(clippy::disallowed_methods, reason = "a benchmark reads the wall clock")]

use std::hint::black_box;
use std::time::Instant;

use skyseam_base::SimTime;
use skyseam_orbit::elements::{Elements, Identity, MeanElements, read, write_tle};
use skyseam_orbit::grouping::group;
use skyseam_orbit::{Ephemerides, Utc};

const SATELLITES: usize = 10_000;
/// Instants of the direct measurement.
const STEPS: u64 = 20;
/// Instants measured, in a day in steps of 1 s.
const SECONDS: u64 = 1000;
const HOUR_S: u64 = 3600;

/// Satellites like those of Starlink's shells, one per slot of 100 planes.
fn satellites(epoch: Utc) -> Vec<Elements> {
    let satellite = |index: usize| {
        let mean = MeanElements {
            inclination_deg: 53.0,
            raan_deg: 3.6 * (index / 100) as f64,
            eccentricity: 1e-4,
            argument_of_perigee_deg: 90.0,
            mean_anomaly_deg: 3.6 * (index % 100) as f64,
            mean_motion_rev_per_day: 15.06 + 1e-6 * index as f64,
            bstar: 1e-4,
        };
        let identity = Identity { catalogue_number: index as u32 + 1, ..Identity::default() };
        Elements::new(identity, epoch, mean).expect("these are orbits")
    };
    (0..SATELLITES).map(satellite).collect()
}

/// Seconds that `work` takes: the minimum of three runs, after an uncounted one.
fn seconds(mut work: impl FnMut()) -> f64 {
    let timed = |_| {
        let begun = Instant::now();
        work();
        begun.elapsed().as_secs_f64()
    };
    (0..4).map(timed).skip(1).fold(f64::INFINITY, f64::min)
}

fn main() {
    let zero: Utc = "2026-11-20T00:00:00Z".parse().expect("an instant");
    let elements = satellites(zero);
    let direct = seconds(|| {
        for step in 0..STEPS {
            let at = zero.after(SimTime::from_secs(600 * step));
            for of in &elements {
                black_box(of.propagate(at).expect("no satellite decays").0);
            }
        }
    });
    let begun = Instant::now();
    let table = Ephemerides::of(&elements, zero, SimTime::from_secs(HOUR_S)).expect("orbits");
    let build_s = begun.elapsed().as_secs_f64();
    let in_order = seconds(|| {
        for second in 0..SECONDS {
            let basis = table.basis(SimTime::from_secs(second));
            for position in table.positions(&basis) {
                black_box(position);
            }
        }
    });
    // One satellite at one instant, neither near the last: what a packet needs.
    let alone = seconds(|| {
        for k in 0..1_000_000_u64 {
            let t = SimTime::from_nanos(k * 7_919_000_003 % (HOUR_S * 1_000_000_000));
            let satellite = (k * 7_919) as usize % SATELLITES;
            black_box(table.position(satellite, &table.basis(t)));
        }
    });
    let begun = Instant::now();
    assert_eq!(black_box(group(&elements, zero)).shells[0].planes.len(), 100);
    let group_s = begun.elapsed().as_secs_f64();
    let text = write_tle(&elements).expect("there is room");
    let begun = Instant::now();
    assert_eq!(black_box(read(&text, "bench.tle")).expect("as written").len(), SATELLITES);
    let read_s = begun.elapsed().as_secs_f64();
    println!(
        "{{\"satellites\":{SATELLITES},\"sgp4_per_s\":{:.3e},\"table_per_s\":{:.3e},\
         \"table_ns\":{:.2},\"alone_ns\":{:.1},\"build_hour_s\":{build_s:.3},\
         \"group_s\":{group_s:.3},\"read_s\":{read_s:.3},\
         \"segment_s\":{},\"error_m\":{:.3}}}",
        SATELLITES as f64 * STEPS as f64 / direct,
        SATELLITES as f64 * SECONDS as f64 / in_order,
        1e9 * in_order / (SATELLITES as f64 * SECONDS as f64),
        1e9 * alone / 1e6,
        table.segment_s(),
        table.error_km() * 1e3,
    );
}
