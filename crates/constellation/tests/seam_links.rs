//! Goal: links across the seam connect satellites that can hold them, and are handed over in time.
//! Method: the timeline of a day, at every check, against positions.

use crate::common::{iridium, teledesic};
use skyseam_base::{Duration, NodeId, SimTime, math};
use skyseam_constellation::description::config::{
    Geometry, Metric, Phasing, Propagation, SkyConfig,
};
use skyseam_constellation::isl;
use skyseam_constellation::{NodeKind, Timeline};

const END: SimTime = SimTime::from_secs(14_000);

fn plane(timeline: &Timeline, satellite: NodeId) -> u32 {
    let NodeKind::Satellite { plane, .. } = timeline.nodes()[satellite.index()].kind else {
        panic!("{satellite} is no satellite")
    };
    plane
}

/// Pairs across the seam, and which of them are linked at each check.
fn links(timeline: &Timeline, config: &SkyConfig) -> Vec<(SimTime, Vec<(NodeId, NodeId)>)> {
    let last = config.shells[0].plane_sizes().len() as u32 - 1;
    let is_crossing =
        |&&(a, b): &&(NodeId, NodeId)| plane(timeline, a) == 0 && plane(timeline, b) == last;
    let pairs: Vec<_> = timeline.isl_pairs().iter().filter(is_crossing).copied().collect();
    let mut t = SimTime::ZERO;
    let mut checks = Vec::new();
    while t <= END {
        let on = pairs.iter().filter(|&&(a, b)| timeline.is_linked(a, b, t));
        checks.push((t, on.copied().collect()));
        t += config.handover.check_interval;
    }
    checks
}

fn skies() -> [SkyConfig; 4] {
    let mut crossed = iridium(Geometry::EXACT, Metric::DELAY, &[]);
    crossed.shells[0].pattern = isl::model(isl::GridSeamCrossed {});
    // Retrograde, precessing, and not at the equator at time zero.
    let mut polar = crossed.clone();
    polar.propagation = Propagation::J2;
    let shell = crate::common::walker(&mut polar);
    (shell.satellites_per_plane, shell.altitude_km, shell.inclination_deg) = (13, 1015.0, 98.98);
    (shell.raan_spacing_deg, shell.argument_of_latitude_deg) = (30.0, 5.0);
    shell.phasing = Phasing::OddPlanes(180.0 / 13.0);
    [
        crossed,
        polar,
        teledesic(Geometry::NS2, Metric::DELAY, &[]),
        teledesic(Geometry::EXACT, Metric::DELAY, &[]),
    ]
}

/// Each satellite of plane 0 has at most one link, each of the last plane at most two; a link leads
/// to the nearest satellite or the one before it (one step is taken per check); latitudes,
/// longitudes and grazing height are within the limits.
#[test]
fn links_lead_to_the_nearest_and_keep_the_limits() {
    for config in skies() {
        let timeline = Timeline::build(&config, END);
        let per_plane = config.shells[0].plane_sizes()[0];
        let (mut seen, mut nearest) = (0, 0);
        for (t, on) in links(&timeline, &config) {
            let phases = timeline.sky().phases(t);
            for &(driver, peer) in &on {
                assert_eq!(on.iter().filter(|link| link.0 == driver).count(), 1);
                assert!(on.iter().filter(|link| link.1 == peer).count() <= 2);
                let ends = [driver, peer].map(|node| timeline.sky().ground_point(node, &phases));
                for end in ends {
                    assert!(end.latitude_deg.abs() <= config.isl.latitude_threshold_deg);
                }
                let apart = (ends[0].longitude_deg - ends[1].longitude_deg).abs();
                let apart = apart.min(360.0 - apart);
                assert!(apart >= config.isl.seam_longitude_threshold_deg - 1e-9, "{apart} deg");
                let half = timeline.sky().range_km(driver, peer, t) / 2.0;
                let lowest = (math::powi(ends[0].radius_km, 2) - half * half).sqrt();
                assert!(lowest >= 6378.0 + config.isl.grazing_altitude_km, "{lowest} km");

                let last = peer.0 / per_plane * per_plane;
                let mut others: Vec<u32> = (last..last + per_plane).collect();
                let range = |other: &u32| timeline.sky().range_km(driver, NodeId(*other), t);
                others.sort_by(|a, b| range(a).total_cmp(&range(b)));
                seen += 1;
                nearest += u32::from(others[0] == peer.0);
                assert!(others[..2].contains(&peer.0), "{driver} is linked to {peer} at {t}");
            }
        }
        assert!(seen > 1_000, "{seen} links seen");
        assert!(f64::from(nearest) > 0.99 * f64::from(seen), "{nearest} of {seen} are the nearest");
    }
}

/// A satellite of plane 0 meets all satellites of the last plane, one after another, each the one
/// behind the previous, in half an orbit.
#[test]
fn links_are_handed_on_to_the_one_behind() {
    let config = teledesic(Geometry::NS2, Metric::DELAY, &[]);
    let timeline = Timeline::build(&config, END);
    let mut held: Vec<Option<NodeId>> = vec![None; 24];
    let (mut handed_on, mut since) = (Vec::new(), vec![SimTime::ZERO; 24]);
    for (t, on) in links(&timeline, &config) {
        for driver in 0..24 {
            let peer = on.iter().find(|link| link.0.index() == driver).map(|link| link.1);
            if let (Some(before), Some(after)) = (held[driver], peer)
                && before != after
            {
                assert_eq!((before.0 - 264 + 23) % 24, after.0 - 264, "from {before} to {after}");
                handed_on.push(t - since[driver]);
                since[driver] = t;
            }
            if peer.is_none() || held[driver].is_none() {
                since[driver] = t;
            }
            held[driver] = peer;
        }
    }
    assert!(handed_on.len() > 200, "{} links handed on", handed_on.len());
    // A slot of 15 deg passes at twice the speed of the orbit: 6794 s / 48, give or take a check.
    let longest = handed_on.iter().max().unwrap();
    assert!(*longest <= Duration::from_secs(160), "{longest} without handing on");
}

/// The shell's seam is crossed: at any time at least one link is on.
#[test]
fn the_seam_is_never_wholly_open() {
    for config in skies() {
        let timeline = Timeline::build(&config, END);
        for (t, on) in links(&timeline, &config) {
            assert!(!on.is_empty(), "no link at {t}");
        }
    }
}
