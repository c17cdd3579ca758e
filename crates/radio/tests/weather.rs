//! Weather over time: its distribution beside that of P.618-13, its dynamics beside P.1623-1, its
//! correlation between places.

use skyseam_base::{Duration, RandomStream, math};
use skyseam_params::Files;
use skyseam_radio::adaptive::BudgetByElevation;
use skyseam_radio::budget::Direction;
use skyseam_radio::file::{self, BudgetFile};
use skyseam_radio::weather::{RainProcess, Site, Weather, correlation};

/// A budget at 20 GHz in the climate of a validation example of P.618-13 (`data/total.csv`).
fn place(example: usize) -> (BudgetByElevation, f64) {
    let row = &super::rows(include_str!("data/total.csv"))[example].1;
    let [latitude, altitude, kelvin, _, vapour, column, liquid, wet, rain, height, ..] = row[..]
    else {
        panic!("{row:?}")
    };
    let text = format!(
        "[[budgets]]\nname = \"place\"\naltitude = \"35786 km\"\nelevation = [\"35 deg\"]\n\
         [budgets.link_budget]\nfrequency = \"20 GHz\"\nbandwidth = \"100 MHz\"\n\
         transmitter = {{ eirp = \"50 dBW\" }}\nreceiver = {{ g_over_t = \"20 dB/K\" }}\n\
         modcods = [\"dvb-s2\"]\nweather = {{ kind = \"series\" }}\n\
         [budgets.link_budget.climate]\nlatitude = \"{latitude} deg\"\n\
         altitude = \"{altitude} km\"\n\
         temperature = \"{kelvin} K\"\nrain_rate = \"{rain} mm/h\"\nrain_height = \"{height} km\"\n\
         vapour = \"{vapour} g/m3\"\nvapour_column = \"{column} kg/m2\"\n\
         liquid = \"{liquid} kg/m2\"\nwet_refractivity = {wet}\n"
    );
    let read = read(&text).unwrap();
    (BudgetByElevation::new(&read.budgets[0].link_budget, Direction::Down).unwrap(), latitude)
}

fn read(text: &str) -> Result<BudgetFile, String> {
    file::read(text, "budgets.toml", &Files::new()).map_err(|errors| errors.to_string())
}

/// Percentages of the year that a place's weather stands for over years, ascending.
fn percents(years: u64, step: Duration, seed: u64) -> Vec<f32> {
    let sites = [Site { name: "place".into(), position_km: None }];
    let length = Duration::from_secs(years * 31_557_600);
    let mut found =
        RainProcess::in_steps(step, &sites, seed).course(Duration::ZERO, length).remove(0);
    found.sort_by(f32::total_cmp);
    found
}

/// Goal: a series exceeds an attenuation as often as P.618-13 says. Method: three places, between
/// 0.1 and 1 % of ten years and at 0.01 % of a hundred years, each within 4 %. Rarer weather
/// attenuates more, so that attenuations have the order of percentages.
#[test]
fn series_have_the_distribution_of_their_climate() {
    for (seed, example) in (1..).zip(EXAMPLES) {
        let (budget, latitude) = place(example);
        for (years, step_s, asked) in
            [(10, 120, &[0.1, 0.2, 0.3, 0.5, 1.0][..]), (100, 600, &[0.01][..])]
        {
            let found = percents(years, Duration::from_secs(step_s), seed);
            for &percent in asked {
                let rank = (found.len() as f64 * percent / 100.0) as usize;
                let db = |percent| budget.attenuation(35.0, Weather::Exceeded(percent)).total_db();
                let (own, wanted) = (db(found[rank].into()), db(percent));
                println!("{latitude}, {percent} %: {own:.2} dB, {wanted:.2}: {:.4}", own / wanted);
                super::near(own, wanted, 0.04, &format!("{percent} % at {latitude} deg"));
            }
        }
    }
}

/// Rows of `data/total.csv`: one for each place.
const EXAMPLES: [usize; 3] = [0, 1, 17];

const MINUTE: Duration = Duration::from_secs(60);

/// Goal: places have correlated weather by their distance, and a site's weather does not depend on
/// later sites. Method: how often the variables of two sites are both positive, in 20 years.
#[test]
fn near_places_have_like_weather() {
    let at = |name: &str, km: f64| Site { name: name.into(), position_km: Some([km, 0.0, 0.0]) };
    let sites = [at("a", 0.0), at("b", 20.0), at("c", 300.0), at("d", 20.0)];
    let course = |count: usize| {
        RainProcess::in_steps(MINUTE, &sites[..count], 3)
            .course(Duration::ZERO, Duration::from_secs(1_000_000))
    };
    let all = course(4);
    assert_eq!(all[..2], course(2)[..]);
    assert_eq!(all[1], all[3], "one place has one weather");
    let later = RainProcess::in_steps(MINUTE, &sites, 3);
    let later = later.course(Duration::from_secs(60_000), Duration::from_secs(940_000));
    assert_eq!(later[2][..], all[2][1000..], "an offset skips as much");
    let hour = Duration::from_secs(3600);
    let years = RainProcess::in_steps(hour, &sites, 3)
        .course(Duration::ZERO, Duration::from_secs(20 * 31_557_600));
    for (site, km) in [(0, 0.0f64), (1, 20.0), (2, 300.0)] {
        let both = years[0].iter().zip(&years[site]).filter(|(a, b)| **a < 50.0 && **b < 50.0);
        let share = both.count() as f64 / years[0].len() as f64;
        // Two normal variables are both positive with this probability (Sheppard).
        let wanted = 0.25 + math::asin(correlation(km)) / std::f64::consts::TAU;
        assert!((share - wanted).abs() < 0.01, "{km} km: {share} instead of {wanted}");
    }
}

/// Goal: two sites have deep fades at once as often as P.618-13 Sec. 2.2.4.1 says, roughly.
/// Method: a hundred years; the method of that section, evaluated with rain in 5 % of the year.
#[test]
fn fades_at_two_sites_coincide_as_in_the_method_for_diversity() {
    let at = |name: &str, km: f64| Site { name: name.into(), position_km: Some([km, 0.0, 0.0]) };
    let sites = [at("a", 0.0), at("b", 10.0), at("c", 20.0), at("d", 50.0)];
    let years = RainProcess::in_steps(Duration::from_secs(300), &sites, 5)
        .course(Duration::ZERO, Duration::from_secs(100 * 31_557_600));
    for (site, predicted) in [(1, 0.02164), (2, 0.00964), (3, 0.00201)] {
        let both = years[0].iter().zip(&years[site]).filter(|(a, b)| **a < 0.1 && **b < 0.1);
        let percent = 100.0 * both.count() as f64 / years[0].len() as f64;
        println!("site {site}: {percent:.5} %, predicted {predicted}");
        super::near(percent, predicted, 0.25, &format!("site {site}"));
    }
}

/// Goal: weather of a file holds row by row, and faults of weather are refused. Method: a trace of
/// three rows, and wrong keys.
#[test]
fn weather_is_read_from_files() {
    let mut files = Files::new();
    files.insert("rain.csv", "t_s,attenuation_db\n60,0\n120,6.5\n180,0\n");
    files.insert("back.csv", "t_s,attenuation_db\n60,0\n50,1\n");
    let text = "duration = \"3 min\"\n[[budgets]]\nname = \"gateway\"\nrange = \"1000 km\"\n\
                [budgets.link_budget]\nfrequency = \"20 GHz\"\nbandwidth = \"100 MHz\"\n\
                transmitter = { eirp = \"20 dBW\" }\nreceiver = { g_over_t = \"20 dB/K\" }\n\
                modcods = [\"dvb-s2\"]\nadaptation = \"30 s\"\n\
                weather = { kind = \"measured\", file = \"rain.csv\" }\n";
    let read = |text: &str| file::read(text, "b", &files).map_err(|errors| errors.to_string());
    let course = read(text).unwrap().courses().remove(0);
    let losses: Vec<f64> = course.instants.iter().map(|own| own.atmosphere_db).collect();
    assert_eq!(losses, [0.0, 0.0, 6.5, 6.5, 0.0, 0.0]);
    assert!(course.instants[2].rate_bps < course.instants[1].rate_bps);
    let later = text.replace("rain.csv\"", "rain.csv\", offset = \"1 min\"");
    assert_eq!(read(&later).unwrap().courses()[0].instants[0].atmosphere_db, 6.5);
    let file = ", file = \"rain.csv\"";
    for (old, new, said) in [
        (file, "", "the key `file` is missing"),
        ("measured\"", "series\"", "`file` has no effect on the kind \"series\""),
        ("rain.csv", "back.csv", "the times of a trace must ascend"),
        ("kind = \"measured\", file = \"rain.csv\"", "kind = \"series\"", "`climate` is missing"),
        ("duration = \"3 min\"", "seed = 2", "`seed` has no effect"),
        ("range =", "longitude = \"5 deg\"\nrange =", "`longitude` has no effect"),
        ("weather =", "# weather =", "`duration` has no effect"),
    ] {
        let changed = text.replace(old, new);
        assert_ne!(changed, text, "{old}");
        let errors = read(&changed).unwrap_err();
        assert!(errors.contains(said), "{new}: {errors}");
    }
}

/// Share of the time of fades that those longer than `length_s` have, with a threshold in dB, at
/// 20 GHz and 35 degrees (P.1623-1 Sec. 2.2, steps 1 to 8).
fn share_of_long_fades(length_s: f64, level_db: f64) -> f64 {
    let q = |z: f64| 0.5 * math::erfc(z / std::f64::consts::SQRT_2);
    let (f, elevation) = (20.0, 35.0);
    let mean =
        80.0 * math::powf(elevation, -0.4) * math::powf(f, 1.4) * math::powf(level_db, -0.39);
    let sigma = 1.85 * math::powf(f, -0.05) * math::powf(level_db, -0.027);
    let gamma = 0.055 * math::powf(f, 0.65) * math::powf(level_db, -0.003);
    let (p1, p2) = (0.885 * gamma - 0.814, -1.05 * gamma * gamma + 2.23 * gamma - 1.61);
    let border = mean * math::exp(p1 * sigma * sigma + p2 * sigma - 0.39);
    let second = mean * math::exp(-sigma * sigma);
    let long = q(math::ln(border / mean) / sigma);
    let many = q(math::ln(border / second) / sigma);
    let ratio = (mean * second).sqrt() * (1.0 - gamma) * long / (border * gamma * many);
    let k = 1.0 / (1.0 + ratio);
    match length_s <= border {
        true => 1.0 - k * math::powf(length_s / border, 1.0 - gamma),
        false => (1.0 - k) * q(math::ln(length_s / mean) / sigma) / long,
    }
}

/// Standard deviation of the slope of a fade, dB/s, over `span_s` at a level (P.1623-1 Sec. 3.2,
/// steps 1 and 2, with a filter of 0.02 Hz and s = 0.01).
fn slope_db_s(span_s: f64, level_db: f64) -> f64 {
    let rough = math::powf(1.0 / 0.02, 2.3) + math::powf(2.0 * span_s, 2.3);
    let tau = std::f64::consts::TAU;
    0.01 * level_db * (tau * tau / math::powf(rough, 1.0 / 2.3)).sqrt()
}

/// A series at London by the second, at a percentage of the year: shares of the time of fades in
/// those longer than 60 and 300 s, each with that of P.1623-1, and the standard deviations of the
/// slope over 4, 20 and 120 s as multiples of its own.
fn beside_p_1623(course: &[f32], percent: f32) -> ([[f64; 2]; 2], [f64; 3]) {
    let budget = place(0).0;
    let db = |percent: f32| budget.attenuation(35.0, Weather::Exceeded(f64::from(percent))).rain_db;
    let level_db = db(percent);
    let fades = course.chunk_by(|a, b| (*a < percent) == (*b < percent));
    let fades: Vec<usize> = fades.filter(|part| part[0] < percent).map(<[f32]>::len).collect();
    let all: usize = fades.iter().sum();
    let shares = [60, 300].map(|length| {
        let long: usize = fades.iter().filter(|own| **own > length).sum();
        [long as f64 / all as f64, share_of_long_fades(length as f64, level_db)]
    });
    let slopes = [2, 10, 60].map(|half| {
        let near = (half..course.len() - half)
            .filter(|at| (course[*at] / percent - 1.0).abs() < 0.1)
            .filter(|at| course[*at - half].max(course[*at + half]) < 5.0);
        let squares: Vec<f64> = near
            .map(|at| (db(course[at + half]) - db(course[at - half])) / (2 * half) as f64)
            .map(|slope| slope * slope)
            .collect();
        let slope = (squares.iter().sum::<f64>() / squares.len() as f64).sqrt();
        slope / slope_db_s(2.0 * half as f64, level_db)
    });
    println!("{percent} %, {level_db:.2} dB: {shares:.3?} {slopes:.2?}");
    (shares, slopes)
}

const YEAR: Duration = Duration::from_secs(31_557_600);

/// Goal: how fades last and how steep they are, beside P.1623-1. Method: a year at London by the
/// second. The process has no fast filter, so that it changes more within seconds, and its fades
/// are shorter.
#[test]
fn fades_are_shorter_and_steeper_than_those_of_p_1623() {
    let sites = [Site { name: "place".into(), position_km: None }];
    let course = RainProcess::new(&sites, 1).course(Duration::ZERO, YEAR).remove(0);
    for percent in [0.5f32, 0.1, 0.03] {
        let (shares, slopes) = beside_p_1623(&course, percent);
        for ([share, wanted], least) in shares.into_iter().zip([-0.04, -0.06]) {
            assert!((-0.2..least).contains(&(share - wanted)), "{percent} %: {share}, {wanted}");
        }
        for (ratio, within) in slopes.into_iter().zip([1.8..2.3, 0.8..1.1, 0.6..1.0]) {
            assert!(within.contains(&ratio), "{percent} %: {ratio}");
        }
    }
}

/// Goal: what the two filters of P.1853-2 would change. Method: its process of rain over a year
/// (one white noise through both, 9.0186e-4 and 5.0990e-5 per second, weights 0.3746 and 0.7738; 4
/// days before it are left out), which is normal too. Within a second it changes 1.19 times as much
/// as one filter, so that fades are steeper and shorter still.
#[test]
fn two_filters_would_not_mend_fades() {
    let mut noise = RandomStream::new(1, "weather by two filters");
    let filters = [(9.0186e-4, 0.3746), (5.0990e-5, 0.7738)];
    let filters = filters.map(|(rate, weight): (f64, f64)| (math::exp(-rate), weight));
    let mut values = [0.0; 2];
    let mut next = || {
        let fresh = noise.normal();
        for (value, (rho, _)) in values.iter_mut().zip(filters) {
            *value = rho * *value + (1.0 - rho * rho).sqrt() * fresh;
        }
        let sum: f64 = values.iter().zip(filters).map(|(value, (_, weight))| value * weight).sum();
        (50.0 * math::erfc(sum / std::f64::consts::SQRT_2)) as f32
    };
    let course: Vec<f32> = (0..31_557_600 + 345_600).map(|_| next()).collect();
    let course = &course[345_600..];
    let one = [Site { name: "place".into(), position_km: None }];
    let one = RainProcess::new(&one, 1).course(Duration::ZERO, YEAR).remove(0);
    let ((shares, slopes), (of_one, slopes_of_one)) =
        (beside_p_1623(course, 0.1), beside_p_1623(&one, 0.1));
    for ([share, _], [other, _]) in shares.into_iter().zip(of_one) {
        assert!(share < other, "{share} {other}");
    }
    // Over 120 s the weather leaves the level at which slopes are taken.
    for (slope, other) in slopes.into_iter().zip(slopes_of_one).take(2) {
        assert!((slope / other / 1.18 - 1.0).abs() < 0.1, "{slope} {other}");
    }
}

/// Goal: beside a beacon that was measured for two years. Method: the attenuation of Alphasat's
/// beacons at Louvain-la-Neuve from 2018-09 to 2020-08 (UCLouvain), read at six percentages, and
/// the curve to which a series is mapped, at 29 degrees in the climate of the ITU's maps.
#[test]
fn alphasat_was_attenuated_like_the_climate_of_its_place() {
    let text = "[[budgets]]\nname = \"Alphasat\"\naltitude = \"35786 km\"\n\
                elevation = [\"29 deg\"]\n[budgets.link_budget]\nfrequency = \"19.7 GHz\"\n\
                bandwidth = \"1 MHz\"\ntransmitter = { eirp = \"20 dBW\" }\n\
                receiver = { g_over_t = \"20 dB/K\" }\nmodcods = [\"dvb-s2\"]\n\
                weather = { kind = \"series\" }\nclimate = { latitude = \"50.668 deg\", \
                altitude = \"109 m\", temperature = \"283.22 K\", rain_rate = \"28.99 mm/h\", \
                rain_height = \"2.438 km\", vapour = \"14.75 g/m3\", vapour_column = \
                \"33.98 kg/m2\", liquid = \"1.218 kg/m2\", wet_refractivity = 49.81 }\n";
    let percents = [1.0, 0.5, 0.3, 0.1, 0.03, 0.01];
    for (ghz, measured) in [
        ("19.7", [1.36, 1.91, 2.48, 4.26, 7.84, 12.56]),
        ("39.402", [3.93, 5.84, 7.77, 14.11, 25.59, 36.25]),
    ] {
        let file = read(&text.replace("19.7", ghz)).unwrap();
        let keys = &file.budgets[0].link_budget;
        let budget = BudgetByElevation::new(keys, Direction::Down).unwrap();
        let gas_db = budget.attenuation(29.0, Weather::OfBudget).gas_db;
        for (percent, measured) in percents.into_iter().zip(measured) {
            let found = budget.attenuation(29.0, Weather::Exceeded(percent));
            let (rain, excess) = (found.rain_db, found.total_db() - gas_db);
            println!("{ghz} GHz {percent} %: {measured} dB, rain {rain:.2}, all {excess:.2}");
            // Rain alone is what was measured; clouds of 1 % of the year at all times are too much.
            let share = if percent > 0.3 { 0.23 } else { 0.07 };
            super::near(rain, measured, share, &format!("{ghz} GHz, {percent} %"));
            assert!(excess > measured, "{ghz} GHz, {percent} %: {excess} dB");
        }
    }
}

/// Goal: fades beside those of a link in Bavaria (6.5 km, 25.4 GHz, 21 days by the minute). Method:
/// the mean duration of fades that have the same share of time, in ten years by the minute. Fades
/// over an earth-space path, which crosses more rain, are longer.
#[test]
fn fades_are_longer_than_those_of_a_short_link_on_the_ground() {
    let sites = [Site { name: "place".into(), position_km: None }];
    let course = RainProcess::in_steps(MINUTE, &sites, 1)
        .course(Duration::ZERO, Duration::from_secs(10 * 31_557_600))
        .remove(0);
    for (percent, measured) in [(3.5078f32, 3.02), (1.0842, 2.83), (0.2176, 2.52)] {
        let below = course.iter().filter(|own| **own < percent).count();
        let starts = course.windows(2).filter(|two| two[0] >= percent && two[1] < percent).count();
        let minutes = below as f64 / starts as f64;
        println!("{percent} %: {minutes:.2} min, measured {measured}");
        assert!((1.9..2.6).contains(&(minutes / measured)), "{percent} %: {minutes} min");
    }
}
