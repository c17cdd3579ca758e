//! Link budgets beside published ones.

use skyseam_radio::antenna::Pattern;
use skyseam_radio::budget::{Antenna, Direction, Path, Receiver, Transmitter};
use skyseam_radio::decibel::{db, ratio_to_sum_db};
use skyseam_radio::free_space::{nadir_angle_deg, slant_range_km};
use skyseam_radio::{AdaptiveCoding, Attenuation, LinkBudget, ModeTable, Parts};

use crate::rows;

fn budget() -> LinkBudget {
    LinkBudget {
        frequency_ghz: 11.0,
        bandwidth_hz: 6e6,
        roll_off: 0.0,
        transmitter: Transmitter::Eirp(46.0),
        receiver: Receiver::GOverT { g_over_t_db_k: 25.0, noise_temperature_k: None },
        losses: vec![],
        c_over_i_db: vec![],
        i_over_n_db: None,
        coding: AdaptiveCoding::new(ModeTable::named("dvb-s2").unwrap().modes(), 0.0, 0.0),
        framing_efficiency: 1.0,
    }
}

fn over(range_km: f64) -> Path {
    Path { direction: Direction::Down, range_km, transmit_scan_deg: 0.0, receive_scan_deg: 0.0 }
}

#[track_caller]
fn is_sum_of_parts(parts: &Parts) {
    let sum: f64 = parts.steps.iter().map(|part| part.value_db).sum();
    assert!((sum - parts.c_n0_dbhz).abs() < 1e-9, "{parts:?}");
}

/// Goal: the study cases of TR 38.821 come out within 0.1 dB. Method: each case whose G/T is known,
/// beside its published CNR, and beside the sum of its row, whose EIRP is rounded to 0.1 dB.
#[test]
fn study_cases_of_tr38821_come_out() {
    let cases = rows(include_str!("data/tr38821.csv"));
    assert_eq!(cases.len(), 30);
    for (case, row) in cases {
        let [altitude_km, elevation_deg, f, eirp, g_over_t, mhz, air, shadow, scint, cnr, sum] =
            row[..]
        else {
            panic!("{row:?}")
        };
        let budget = LinkBudget {
            frequency_ghz: f,
            bandwidth_hz: mhz * 1e6,
            transmitter: Transmitter::Eirp(eirp),
            receiver: Receiver::GOverT { g_over_t_db_k: g_over_t, noise_temperature_k: None },
            losses: [("gas", air), ("shadowing", shadow), ("scintillation", scint)]
                .map(|(name, loss_db)| (name.to_owned(), loss_db))
                .to_vec(),
            ..budget()
        };
        let range_km = slant_range_km(6371.0, altitude_km, elevation_deg);
        let parts = budget.evaluate(&over(range_km), &Attenuation::default());
        is_sum_of_parts(&parts);
        assert!((parts.c_n_db - sum).abs() < 0.06, "{case}: {} of {sum}", parts.c_n_db);
        assert!(cnr.is_nan() || (parts.c_n_db - cnr).abs() < 0.1, "{case}: {}", parts.c_n_db);
    }
}

/// Goal: a budget from amplifier to C/N. Method: MATLAB's example of `satelliteCNR`: GEO at 11 GHz,
/// 17 dBW, 9 dB transmit loss, 38 dBi, 40,215 km, 6.0103 dB of others, G/T 25 dB/K with 2 dB of
/// loss. It takes -228.6 dB for Boltzmann's constant.
#[test]
fn matlab_example_comes_out() {
    let transmitter = Transmitter::Amplifier {
        power_dbw: 17.0,
        back_off_db: 0.0,
        feed_loss_db: 9.0,
        antenna: Antenna {
            pattern: Pattern::S465 { gain_dbi: 38.0, diameter_m: 2.0 },
            off_axis_deg: 0.0,
        },
    };
    let losses = vec![("miscellaneous".to_owned(), 6.0103), ("receive feed".to_owned(), 2.0)];
    let budget = LinkBudget { transmitter, losses, ..budget() };
    let parts = budget.evaluate(&over(40_215.0), &Attenuation::default());
    is_sum_of_parts(&parts);
    assert!((parts.free_space_db - 205.3634).abs() < 5e-5);
    assert!((parts.eirp_dbw - 46.0).abs() < 1e-12);
    assert!((parts.c_n0_dbhz - 86.2255).abs() < 9e-4, "{}", parts.c_n0_dbhz);
    assert!((parts.c_n_db - 18.444).abs() < 1e-3, "{}", parts.c_n_db);
}

/// Goal: interference adds to noise, and the mode of a published budget is chosen. Method: budgets
/// of del Portillo et al. 2019 from C/N on: (C/N, C/I, Eb/(N0+I0), bit per Hz).
#[test]
fn interference_adds_as_in_del_portillo() {
    for (c_n, c_i, eb_n0, efficiency) in [
        (32.4, &[27.0, 27.0, 25.0, 30.0][..], 13.3, 5.4),
        (32.5, &[27.0, 27.0, 25.0, 30.0], 13.3, 5.4),
        (12.0, &[25.0, 22.0, 25.0], 6.7, 2.7),
    ] {
        let found = ratio_to_sum_db(c_i.iter().copied().chain([c_n])) - db(efficiency);
        assert!((found - eb_n0).abs() < 0.25, "{found} instead of {eb_n0}");
    }
    let over_noise = LinkBudget { i_over_n_db: Some(0.0), ..budget() };
    let path = over(40_215.0);
    let (clear, mixed) = (
        budget().evaluate(&path, &Attenuation::default()),
        over_noise.evaluate(&path, &Attenuation::default()),
    );
    assert!((clear.c_ni_db - mixed.c_ni_db - 3.0103).abs() < 1e-4, "I/N of 0 dB halves C/(N+I)");
    assert_eq!(clear.c_n_db, mixed.c_n_db);
}

/// Goal: roll-off, antennas with scan loss and weather. Method: a Ku downlink whose sum is made by
/// hand: 12 GHz, 540 km at 40 degrees.
#[test]
fn hand_made_budget_comes_out() {
    let array = |gain_dbi, scan_exponent| Antenna {
        pattern: Pattern::Array { gain_dbi, scan_exponent },
        off_axis_deg: 0.0,
    };
    let budget = LinkBudget {
        frequency_ghz: 12.0,
        bandwidth_hz: 240e6,
        roll_off: 0.2,
        transmitter: Transmitter::Amplifier {
            power_dbw: 0.0,
            back_off_db: 3.0,
            feed_loss_db: 1.0,
            antenna: array(34.0, 1.2),
        },
        receiver: Receiver::Antenna {
            antenna: array(33.2, 1.5),
            feed_loss_db: 0.0,
            noise_temperature_k: 250.0,
        },
        ..budget()
    };
    let nadir = nadir_angle_deg(slant_range_km(6371.0, 540.0, 40.0), 40.0);
    assert!((nadir - 44.93).abs() < 0.01, "{nadir}");
    let path = Path {
        direction: Direction::Down,
        range_km: slant_range_km(6371.0, 540.0, 40.0),
        transmit_scan_deg: nadir,
        receive_scan_deg: 50.0,
    };
    let weather = Attenuation { gas_db: 0.1, cloud_db: 0.3, rain_db: 2.7, scintillation_db: 0.4 };
    let parts = budget.evaluate(&path, &weather);
    is_sum_of_parts(&parts);
    // 0 - 3 - 1 + 34 + 12 log10(cos 44.93 deg).
    assert!((parts.eirp_dbw - 28.200).abs() < 2e-3, "{}", parts.eirp_dbw);
    // 33.2 + 15 log10(cos 50 deg) - 10 log10(250 + 272.3 x (10^-0.01 - 10^-0.31)).
    assert!((parts.g_over_t_db_k - 4.492).abs() < 1e-3, "{}", parts.g_over_t_db_k);
    // 0.1 + sqrt(3^2 + 0.4^2).
    assert!((parts.atmosphere_db - 3.12655).abs() < 1e-5, "{}", parts.atmosphere_db);
    // 797.9 km: 20 log10(4 pi d f / c).
    assert!((parts.free_space_db - 172.071).abs() < 1e-3, "{}", parts.free_space_db);
    // EIRP - losses + G/T + 228.599 - 10 log10(240e6) + 10 log10(1.2).
    let es_n0_db = 28.200 - 172.071 - 3.127 + 4.492 + 228.599 - 83.802 + 0.792;
    assert!((parts.es_n0_db - es_n0_db).abs() < 0.01, "{} {es_n0_db}", parts.es_n0_db);
    let mode = &budget.coding.modes()[budget.coding.best(parts.es_n0_db).unwrap()];
    assert_eq!(mode.name, "QPSK 3/5");
    assert!((budget.rate_bps(mode) - 200e6 * 1.188304).abs() < 1.0);
}

/// Goal: clouds and rain add noise where the ground receives, as P.618-14 Sec. 3 has it, and not
/// where the satellite does. Method: by hand. 3 dB of rain below 0.5 dB of gases: the sky has
/// 275 - 272.3 x 10^-0.35 = 153.4 K, 32.3 K without the rain; a receiver of 250 K has
/// 10 log10(371.1 / 250) = 1.715 dB more noise, and with a feed of 1 dB before it 1.413 dB.
#[test]
fn rain_adds_noise() {
    let rain = Attenuation { gas_db: 0.5, rain_db: 3.0, ..Attenuation::default() };
    assert!((rain.sky_noise_k() - 153.368).abs() < 1e-3, "{}", rain.sky_noise_k());
    assert!((rain.added_noise_k() - 121.0557).abs() < 1e-3, "{}", rain.added_noise_k());
    let antenna = Antenna {
        pattern: Pattern::Array { gain_dbi: 33.2, scan_exponent: 1.5 },
        off_axis_deg: 0.0,
    };
    let own =
        |feed_loss_db| Receiver::Antenna { antenna, feed_loss_db, noise_temperature_k: 250.0 };
    let figure = |noise_temperature_k| Receiver::GOverT { g_over_t_db_k: 9.2, noise_temperature_k };
    let down = over(1000.0);
    let up = Path { direction: Direction::Up, ..down };
    for (receiver, path, added_db) in [
        (own(0.0), down, 1.7150),
        (own(1.0), down, 1.4133),
        (own(0.0), up, 0.0),
        (figure(Some(250.0)), down, 1.7150),
        (figure(Some(250.0)), up, 0.0),
        (figure(None), down, 0.0),
    ] {
        let budget = LinkBudget { receiver, ..budget() };
        let clear = Attenuation { gas_db: 3.5, ..Attenuation::default() };
        let (dry, wet) = (budget.evaluate(&path, &clear), budget.evaluate(&path, &rain));
        let found = dry.c_n0_dbhz - wet.c_n0_dbhz;
        assert!((found - added_db).abs() < 1e-3, "{receiver:?}: {found} instead of {added_db}");
        assert!((dry.g_over_t_db_k - wet.g_over_t_db_k - found).abs() < 1e-9);
        let sum: f64 = wet.steps.iter().map(|part| part.value_db).sum();
        assert!((sum - wet.c_n0_dbhz).abs() < 1e-9);
    }
}
