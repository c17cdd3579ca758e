//! Goal: Teledesic's delays are those of Henderson 1999, chapter 6. Method: pings without packets,
//! compared with the bands of an independent model ("the bands": the written model of the thesis
//! kept with the reference traces, Sec. 5.1) and with the published claims.

use std::sync::Arc;

use crate::common::teledesic;
use skyseam_base::{Duration, NodeId, RandomStream, SimTime, math};
use skyseam_constellation::description::config::{Geometry, Metric, Terminal};
use skyseam_constellation::{Router, Sampling, Timeline, profile};

const DAY: SimTime = SimTime::from_secs(86_400);

fn terminal(name: &str, latitude_deg: f64, longitude_deg: f64) -> Terminal {
    Terminal::fixed(name, latitude_deg, longitude_deg, 40.0)
}

/// Delays in ms, ascending, of pings at random times of six hours between random ones of 400 places
/// spread evenly over the sphere.
fn pings(metric: Metric, count: usize) -> Vec<f64> {
    let mut stream = RandomStream::new(1, "pings");
    let mut config = teledesic(Geometry::NS2, metric, &[]);
    let places = (0..400).map(|number| {
        let latitude_deg = math::asin(2.0 * stream.uniform() - 1.0).to_degrees();
        let longitude_deg = 360.0 * stream.uniform() - 180.0;
        terminal(&format!("place {number}"), latitude_deg, longitude_deg)
    });
    config.terminals = places.collect();
    let timeline = Arc::new(Timeline::build(&config, SimTime::from_secs(6 * 3_600)));
    let mut router = Router::new(timeline);
    let mut delays = Vec::new();
    while delays.len() < count {
        let [from, to] = [0, 1].map(|_| NodeId(288 + (stream.uniform() * 400.0) as u32));
        let t = SimTime::from_secs_f64(stream.uniform() * 21_599.0);
        // Without coverage at either end there is no ping to count.
        if from != to
            && let Some(path) = router.path(from, to, t)
        {
            delays.push(path.delay.as_millis_f64());
        }
    }
    delays.sort_by(f64::total_cmp);
    delays
}

/// Published: under 1 % of min-delay pings take more than 100 ms. The bands: mean 59.5 ms with
/// min-delay, 62.7 ms with min-hop. The standard error of a mean of 2000 is 0.5 ms. (10,000 pings
/// between 20,000 places, run once: 59.85 and 63.16 ms, 0.29 % and 2.5 % above 100 ms; bands 0.21 %
/// and 1.95 %. Endpoints that have just taken the highest satellite give 59.3 ms and 0.26 %, which
/// suggests how the bands were made.)
#[test]
fn few_pings_take_more_than_a_hundred_milliseconds() {
    for (metric, expected_ms, most_above) in
        [(Metric::DELAY, 59.5, 0.01), (Metric::HOPS, 62.7, 0.04)]
    {
        let delays = pings(metric, 2000);
        let mean = delays.iter().sum::<f64>() / 2000.0;
        assert!((mean - expected_ms).abs() < 1.5, "{metric:?}: {mean} ms on average");
        let above = delays.iter().filter(|&&delay| delay > 100.0).count() as f64 / 2000.0;
        assert!(above < most_above, "{metric:?}: {above} above 100 ms");
    }
}

/// The bands: mean 32.7, minimum 21.0, maximum 65.2 ms; 60 s without coverage; 807 steps with
/// median 5.4, p90 8.1 and p99 11.2 ms; between steps at most 0.07 ms/s.
///
/// Of the steps 84.5 % are at most 8.0 ms and 86.7 % at most 8.1 ms, while in the bands 88.7 % are
/// at most 8.0 ms. The reason: the program of the bands checks links between planes at every
/// sample, ns-2 every 10 s. With links checked every second and terminals every 10 s this crate
/// gave, in one trial, 807 steps, 88.7 %, p90 8.1, p95 8.3 and p99 11.2 ms: the bands to the digit.
/// A day of ns-2 itself between the same cities, some 20 km away, is matched at every minute
/// (ns2_traces.rs).
#[test]
fn a_day_from_new_york_to_san_francisco_goes_in_small_steps() {
    let mut config = teledesic(Geometry::NS2, Metric::DELAY, &[]);
    config.terminals = vec![terminal("NYC", 40.9, -73.9), terminal("SFO", 37.8, -122.4)];
    let timeline = Arc::new(Timeline::build(&config, DAY));
    let pair = (timeline.node("NYC").unwrap(), timeline.node("SFO").unwrap());
    let (start, step) = (SimTime::ZERO, Duration::from_secs(1));
    let sampling = Sampling { start, step, end: SimTime::from_secs(86_399) };
    let profile = profile(&timeline, &[pair], &sampling, &mut |_| true).unwrap();

    let delays: Vec<f64> =
        profile.delay.iter().flatten().map(|delay| delay.as_millis_f64()).collect();
    let mean = delays.iter().sum::<f64>() / delays.len() as f64;
    let least = delays.iter().copied().fold(f64::INFINITY, f64::min);
    let most = delays.iter().copied().fold(0.0, f64::max);
    assert!((mean - 32.7).abs() < 0.1, "{mean} ms on average");
    assert!((least - 21.0).abs() < 0.1 && (most - 65.2).abs() < 0.3, "{least} to {most} ms");
    assert_eq!(profile.delay.len() - delays.len(), 60, "seconds without coverage");

    let changes = profile
        .delay
        .windows(2)
        .filter_map(|pair| Some((pair[1]?.as_millis_f64() - pair[0]?.as_millis_f64()).abs()));
    let (mut steps, drifts): (Vec<f64>, Vec<f64>) = changes.partition(|&change| change > 0.07);
    assert!(drifts.len() > 85_000);
    steps.sort_by(f64::total_cmp);
    let count = steps.len();
    assert!((780..830).contains(&count), "{count} steps");
    let quantile = |q: usize| steps[count * q / 100];
    for (q, expected_ms) in [(50, 5.4), (90, 8.1), (99, 11.2)] {
        assert!((quantile(q) - expected_ms).abs() < 0.15, "p{q}: {} ms", quantile(q));
    }
    let small = steps.iter().filter(|&&step| step <= 8.0).count() as f64 / count as f64;
    assert!((small - 0.845).abs() < 0.005, "{small} of the steps at most 8 ms");
}
