//! Delays, losses and rates of a slotted access have the distributions of their profile.

use skyseam_base::SimTime;

use super::course::{DelayCourse, LossCourse, RateCourse};
use super::*;

const PROFILE: &str = r#"
summary = "a made-up network"
source = "this test"
slot = "15 s"
phase = "12 s"
[delay]
uplink_share = 0.75
base_ms = [10, 20, 40]
base_correlation = 0.5
spread_ms = [4, 8]
probabilities = [0, 0.25, 0.5, 0.75, 1]
residual = [-1, -0.5, 0, 0.5, 2]
memory_share = 0.5
[[delay.edge]]
from = "0 s"
to = "100 ms"
excess_ms = [30, 40, 50, 60, 90]
[loss]
share = 0.02
burst = "50 ms"
uplink_share = 0.25
[[loss.edge]]
from = "-200 ms"
to = "0 s"
share = 0.4
[rate.up]
slot_mbps = [5, 10, 20]
within = [0, 1, 2]
"#;

fn profile(text: &str) -> Arc<Profile> {
    Arc::new(skyseam_params::parameters::parse(text).expect("a profile"))
}

fn slots(terminal: &str, direction: SlotDirection) -> TerminalSlots<'_> {
    TerminalSlots { terminal, direction, of_day: Duration::ZERO }
}

/// Delay of packets sent at these times alone, ms: the order of packets delays none of them.
fn delays_ms(slots: &TerminalSlots<'_>, every: Duration, count: u64) -> Vec<f64> {
    let mut course = DelayCourse::new(&profile(PROFILE), 1, slots).expect("a share");
    let sent = (0..count).map(|n| SimTime::ZERO + every.saturating_mul(n));
    sent.map(|at| 1e3 * (course.after(at) - at).as_secs_f64()).collect()
}

fn quantile_of(values: &[f64], probability: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    super::profile::quantile(&sorted, probability)
}

/// Goal: medians of slots and the spread within them have the distribution of the profile, and
/// successive medians its correlation. Method: probes every 100 ms over 1,500 slots, of which
/// a third are independent: standard errors of quantiles are below 3 %.
#[test]
fn slots_have_the_distribution_of_the_profile() {
    let all = delays_ms(&slots("a", SlotDirection::Up), Duration::from_millis(100), 225_000);
    // Slots begin at 12 s, 27 s, ..; the first 120 probes belong to the slot before.
    let of_slots: Vec<&[f64]> = all[120..].chunks_exact(150).map(|slot| &slot[1..]).collect();
    let medians: Vec<f64> = of_slots.iter().map(|slot| quantile_of(slot, 0.5) / 0.75).collect();
    for (probability, expected) in [(0.25, 15.0), (0.5, 20.0), (0.75, 30.0), (0.9, 36.0)] {
        let found = quantile_of(&medians, probability);
        assert!((found - expected).abs() < 0.08 * expected, "{probability}: {found}");
    }
    let spread = |slot: &&[f64]| (quantile_of(slot, 0.75) - quantile_of(slot, 0.25)) / 0.75;
    let spreads: Vec<f64> = of_slots.iter().map(spread).collect();
    let found = quantile_of(&spreads, 0.5);
    assert!((found - 6.0).abs() < 0.4, "{found}");
    // Correlation of 0.5 of normal scores: 0.48 of uniform ones (6/pi asin(r/2)).
    let rank =
        |value: f64| if value < 20.0 { (value - 10.0) / 20.0 } else { (value - 20.0) / 40.0 + 0.5 };
    let ranks: Vec<f64> = medians.iter().map(|value| rank(*value) - 0.5).collect();
    let variance = ranks.iter().map(|one| one * one).sum::<f64>();
    let product = ranks.windows(2).map(|pair| pair[0] * pair[1]).sum::<f64>();
    assert!((product / variance - 0.48).abs() < 0.08, "{}", product / variance);
}

/// Goal: near the beginning of a slot the window's distribution holds. Method: the first probe of
/// every slot against the median of the slot.
#[test]
fn a_window_has_its_own_delays() {
    let all = delays_ms(&slots("a", SlotDirection::Up), Duration::from_millis(10), 1_500 * 400);
    let of_slots = all[1_200..].chunks_exact(1_500);
    let beyond = |slot: &[f64]| (slot[0] - quantile_of(&slot[20..], 0.5)) / 0.75;
    let beyond: Vec<f64> = of_slots.map(beyond).collect();
    assert!((quantile_of(&beyond, 0.5) - 50.0).abs() < 3.0, "{}", quantile_of(&beyond, 0.5));
    assert!(quantile_of(&beyond, 0.0) > 25.0 && quantile_of(&beyond, 1.0) < 95.0);
}

/// Goal: delays do not depend on which packets are sent; both directions have the same slots, and
/// other terminals others. Method: probes every 10 ms and every 370 ms at the instants they share.
#[test]
fn slots_do_not_depend_on_packets() {
    let up = slots("a", SlotDirection::Up);
    let fine = delays_ms(&up, Duration::from_millis(10), 37_000);
    let coarse = delays_ms(&up, Duration::from_millis(370), 1_000);
    // A packet waits for the one before it if the delay falls by more than their distance.
    let same = coarse.iter().enumerate().filter(|(n, delay)| fine[37 * n] == **delay).count();
    let none_sooner = coarse.iter().enumerate().all(|(n, delay)| fine[37 * n] >= *delay);
    assert!(same > 700 && none_sooner, "{same}");
    let down = delays_ms(&slots("a", SlotDirection::Down), Duration::from_millis(370), 1_000);
    let is_share = |(up, down): (&f64, &f64)| (up / 3.0 - down).abs() < 1e-5;
    assert!(coarse.iter().zip(&down).all(is_share));
    let other = delays_ms(&slots("b", SlotDirection::Up), Duration::from_millis(370), 1_000);
    assert_ne!(coarse, other);
}

/// Goal: shares of time lost in and outside of windows, the mean length of an interval and its
/// direction are those of the profile. Method: both directions every 10 ms over 1,000 slots.
#[test]
fn losses_have_the_shares_of_the_profile() {
    let [mut up, mut down] = [SlotDirection::Up, SlotDirection::Down]
        .map(|way| LossCourse::new(&profile(PROFILE), 1, &slots("a", way)).expect("losses"));
    let (mut near, mut near_lost, mut far, mut far_lost) = (0u32, 0u32, 0u32, 0u32);
    let (mut ups, mut intervals, mut before) = (0u32, 0u32, false);
    for step in 0..1_000 * 1_500u64 {
        let t = SimTime::ZERO + Duration::from_millis(10 * step + 5);
        let lost = [up.loses(t), down.loses(t)];
        assert_ne!(lost, [true, true], "an interval concerns one direction");
        let is_lost = lost.contains(&true);
        let into = (step + 300) % 1_500;
        if into >= 1_480 {
            near += 1;
            near_lost += u32::from(is_lost);
        } else {
            far += 1;
            far_lost += u32::from(is_lost);
            intervals += u32::from(is_lost && !before);
            ups += u32::from(lost[0]);
        }
        before = is_lost;
    }
    let [near, far] =
        [(near_lost, near), (far_lost, far)].map(|(a, b)| f64::from(a) / f64::from(b));
    assert!((near - 0.4).abs() < 0.02, "{near}");
    assert!((far - 0.02).abs() < 0.002, "{far}");
    let length = f64::from(far_lost) / f64::from(intervals);
    assert!((length - 5.0).abs() < 0.3, "{length} steps of 10 ms");
    let up_share = f64::from(ups) / f64::from(far_lost);
    assert!((up_share - 0.25).abs() < 0.03, "{up_share}");
}

/// Goal: interruptions have their mean distance and durations, and both directions lose everything.
/// Method: a profile with interruptions only, every second over 40 days.
#[test]
fn interruptions_concern_both_directions() {
    let (law, _) = PROFILE.split_once("[loss]").expect("a table");
    let law = format!("{law}[outage]\nevery = \"10 min\"\nduration_s = [20, 60]\n");
    let [mut up, mut down] = [SlotDirection::Up, SlotDirection::Down]
        .map(|way| LossCourse::new(&profile(&law), 1, &slots("a", way)).expect("losses"));
    let (mut seconds, mut begun, mut before) = (0u32, 0u32, false);
    for second in 0..40 * 86_400 {
        let t = SimTime::from_secs(second);
        let is_lost = up.loses(t);
        assert_eq!(is_lost, down.loses(t));
        seconds += u32::from(is_lost);
        begun += u32::from(is_lost && !before);
        before = is_lost;
    }
    // Poisson beginnings of mean length 40 s: 5,760 of them, some of which overlap, so that the
    // share of lost time is 1 - exp(-40/600).
    let share = f64::from(seconds) / (40.0 * 86_400.0);
    assert!((share - 0.0645).abs() < 0.003, "{share}");
    assert!((5_000..5_760).contains(&begun), "{begun}");
}

/// Goal: rates of slots and steps have the distribution of the profile and hold until the instant
/// stated. Method: steps of 100 ms over 2,000 slots, visited by the instants at which rates end.
#[test]
fn rates_have_the_distribution_of_the_profile() {
    let up = slots("a", SlotDirection::Up);
    let mut course = RateCourse::new(&profile(PROFILE), 1, &up).expect("rates");
    let mut t = SimTime::ZERO;
    let mut mbps = Vec::new();
    for _ in 0..2_000 * 150 {
        let (rate, until) = course.at(t);
        assert!(until > t && until <= t + Duration::from_millis(100));
        mbps.push(rate.map_or(0.0, |rate| 1e-6 * rate.as_bps() as f64));
        t = until;
    }
    let means: Vec<f64> = mbps[120..]
        .chunks_exact(150)
        .map(|slot| slot.iter().sum::<f64>() / slot.len() as f64)
        .collect();
    for (probability, expected) in [(0.25, 7.5), (0.5, 10.0), (0.75, 15.0)] {
        let found = quantile_of(&means, probability);
        assert!((found - expected).abs() < 0.08 * expected, "{probability}: {found}");
    }
    assert!(RateCourse::new(&profile(PROFILE), 1, &slots("a", SlotDirection::Down)).is_none());
}

/// Goal: the phase counts from the full minute of UTC, whatever the time of day at time zero.
/// Method: the first change of a slot's rate, with time zero at 00:00:05 and 13:59:50.
#[test]
fn slots_begin_at_their_phase() {
    for (of_day_s, first_s) in [(0, 12), (5, 7), (13 * 3600 + 59 * 60 + 50, 7)] {
        let of_day = Duration::from_secs(of_day_s);
        let up = TerminalSlots { of_day, ..slots("a", SlotDirection::Up) };
        let law = PROFILE.replace("within = [0, 1, 2]", "");
        let mut course = RateCourse::new(&profile(&law), 1, &up).expect("rates");
        let before = course.at(SimTime::from_nanos(first_s * 1_000_000_000 - 1)).0;
        assert_eq!(before, RateCourse::new(&profile(&law), 1, &up).unwrap().at(SimTime::ZERO).0);
        assert_ne!(before, course.at(SimTime::from_secs(first_s)).0, "{of_day_s}");
    }
}

/// Goal: what does not go together in a profile is refused where it stands.
#[test]
fn profiles_are_checked() {
    for (before, after, expected) in [
        ("base_ms = [10, 20, 40]", "base_ms = [10, 5]", "must be quantiles in ascending order"),
        ("base_ms = [10, 20, 40]", "base_ms = [10]", "must be quantiles in ascending order"),
        ("[0, 0.25, 0.5, 0.75, 1]", "[0, 0.25, 0.5, 0.75, 0.9]", "do not cover"),
        ("residual = [-1, -0.5, 0, 0.5, 2]", "residual = [-1, 2]", "one quantile for each"),
        ("to = \"100 ms\"", "to = \"0 s\"", "windows overlap"),
        ("to = \"100 ms\"", "to = \"8 s\"", "windows overlap"),
        ("slot_mbps = [5, 10, 20]", "slot_mbps = [0, 10]", "without a rate"),
        ("within = [0, 1, 2]", "within = [0, 0, 1]", "leave no rate"),
        ("memory_share", "step = \"7 ms\"\nmemory_share", "whole number of steps"),
        ("memory_share", "step = \"1 ns\"\nmemory_share", "changes too often"),
        ("[loss]", "[outage]\nevery = \"1 ns\"\nduration_s = [1, 2]\n[loss]", "changes too often"),
        ("base_correlation = 0.5", "hourly = [1, 2]", "a factor for each hour"),
    ] {
        let text = PROFILE.replace(before, after);
        assert_ne!(text, PROFILE);
        let errors = skyseam_params::parameters::parse::<Profile>(&text).unwrap_err().to_string();
        assert!(errors.contains(expected), "{errors}");
    }
}

/// Goal: a slot's delay that is drawn anew does not depend on the one before it, and the limit of
/// the range bounds delays within a slot. Method: a correlation of 0.9 with and without new draws
/// over 400 slots (standard error 0.05); no range at all within slots.
#[test]
fn delays_of_slots_are_drawn_anew_and_ranges_are_limited() {
    let text =
        PROFILE.replace("base_correlation = 0.5", "base_correlation = 0.9\nspread_limit = 0");
    let correlation = |text: &str| {
        let mut course = DelayCourse::new(&profile(text), 1, &slots("roof", SlotDirection::Up))
            .expect("a share");
        // In the middle of slots, and a second later: the same delay.
        let mut of_slot = |slot: u64| {
            let at = SimTime::ZERO + Duration::from_millis(4000 + 15_000 * slot);
            let delay = |course: &mut DelayCourse, at| (course.after(at) - at).as_secs_f64();
            let first = delay(&mut course, at);
            let second = delay(&mut course, at + Duration::from_secs(1));
            assert!((first - second).abs() < 1e-9, "{first} {second}");
            first
        };
        let delays: Vec<f64> = (0..400).map(&mut of_slot).collect();
        let mean = delays.iter().sum::<f64>() / delays.len() as f64;
        let product = |apart: usize| {
            delays.iter().zip(&delays[apart..]).map(|(a, b)| (a - mean) * (b - mean)).sum::<f64>()
        };
        product(1) / product(0)
    };
    assert!(correlation(&text) > 0.75);
    let anew = text.replace("spread_limit", "base_redraw = 1\nspread_limit");
    assert!(correlation(&anew).abs() < 0.2);
}
