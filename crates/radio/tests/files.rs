//! Files of link budgets: what they give, and what they refuse.

use serde_json::Value as Json;
use skyseam_params::Files;
use skyseam_radio::adaptive::BudgetByElevation;
use skyseam_radio::budget::Direction;
use skyseam_radio::file::{self, BudgetFile};
use skyseam_radio::weather::Weather;

/// Twelve lines whose sum is made by hand in the documentation of link budgets.
const BY_HAND: &str = r#"
[[budgets]]
name = "by hand"
altitude = "600 km"
elevation = ["30 deg"]
[budgets.link_budget]
frequency = "20 GHz"
bandwidth = "400 MHz"
transmitter = { eirp = "30 dBW" }
receiver = { g_over_t = "15.9 dB/K" }
losses = { gas = "0.5 dB", scintillation = "0.3 dB" }
modcods = ["dvb-s2"]
"#;

fn read(text: &str) -> Result<BudgetFile, skyseam_params::ScenarioErrors> {
    file::read(text, "budgets.toml", &Files::new())
}

/// Goal: a budget in twelve lines agrees with a calculation by hand to 0.01 dB. Method: 1075.09 km
/// lose 92.4478 + 20 log10(20 x 1075.09) = 179.097 dB; 30 - 179.097 - 0.8 + 15.9 + 228.599 is
/// 94.602 dBHz, less 86.021 is 8.581 dB, at which 8PSK 3/4 holds from 7.91 dB.
#[test]
fn twelve_lines_agree_with_a_calculation_by_hand() {
    let file = read(BY_HAND).unwrap();
    let rows = file.budgets[0].evaluate();
    let [row] = &rows[..] else { panic!("{rows:?}") };
    assert!((row.range_km - 1075.09).abs() < 0.01, "{}", row.range_km);
    assert!((row.parts.c_n0_dbhz - 94.602).abs() < 0.01, "{}", row.parts.c_n0_dbhz);
    assert!((row.parts.es_n0_db - 8.581).abs() < 0.01, "{}", row.parts.es_n0_db);
    assert_eq!(row.mode.as_ref().unwrap().name, "8PSK 3/4");
    assert!((row.margin_db.unwrap() - 0.67).abs() < 0.01);
    assert!((row.rate_bps - 400e6 * 2.228124).abs() < 1.0);
}

/// Goal: at each threshold of a table the mode is the one it must be. Method: the EIRP of the
/// example is moved so that Es/N0 is 0.1 dB above and below each threshold of DVB-S2.
#[test]
fn links_at_thresholds_have_the_modes_they_must_have() {
    let at = |es_n0_db: f64| {
        let base = read(BY_HAND).unwrap().budgets[0].evaluate()[0].parts.es_n0_db;
        let eirp = format!("eirp = \"{} dBW\"", 30.0 + es_n0_db - base);
        let text = BY_HAND.replace("eirp = \"30 dBW\"", &eirp);
        read(&text).unwrap().budgets[0].evaluate()[0].mode.clone()
    };
    let modes = skyseam_radio::ModeTable::named("dvb-s2").unwrap().modes();
    for mode in &modes {
        for off in [-0.1, 0.1] {
            let level = mode.es_n0_db + off;
            let holds = modes.iter().filter(|other| other.es_n0_db <= level);
            let most = holds.map(|other| other.bit_per_symbol).reduce(f64::max);
            assert_eq!(at(level).map(|mode| mode.bit_per_symbol), most, "{level} dB");
        }
    }
}

/// Goal: each wrong key is refused at its place, with what is expected. Method: the example with
/// one line changed.
#[test]
fn wrong_budgets_are_refused_with_reasons() {
    let climate = "climate = { latitude = \"50 deg\", temperature = \"284 K\", rain_rate = \
                   \"30 mm/h\", rain_height = \"2.5 km\", vapour = \"14 g/m3\", liquid = \
                   \"1 kg/m2\", wet_refractivity = 50 }";
    for (old, new, said) in [
        ("eirp = \"30 dBW\"", "eirp = \"60 dBm\"", "unknown unit `dBm`"),
        ("eirp = \"30 dBW\"", "power = \"30 dBW\"", "the key `antenna` is missing"),
        ("eirp = \"30 dBW\"", "eirp = \"30 dBW\", back_off = \"3 dB\"", "`back_off` has no effect"),
        ("{ eirp = \"30 dBW\" }", "{}", "one of the keys"),
        (
            "eirp = \"30 dBW\"",
            "power = \"3 dBW\", antenna = { pattern = \"parabola\" }",
            "the key `diameter` is missing",
        ),
        (
            "eirp = \"30 dBW\"",
            "power = \"3 dBW\", antenna = { pattern = \"array\", gain = \"30 dBi\", diameter = \
             \"1 m\" }",
            "`diameter` has no effect on the pattern \"array\"",
        ),
        (
            "g_over_t = \"15.9 dB/K\"",
            "g_over_t = \"15.9 dB/K\", noise_temperature = \"290 K\"",
            "`noise_temperature` has no effect without `climate`",
        ),
        ("[\"dvb-s2\"]", "[\"dvb-s3\"]", "dvb-s2"),
        ("[\"dvb-s2\"]", "[]", "must name a table of modes"),
        ("[\"dvb-s2\"]", "[\"dvb-s2\"]\nexceeded = \"0.1 %\"", "no effect without `climate`"),
        ("elevation = [\"30 deg\"]", "", "the key `elevation` is missing"),
        ("elevation = [\"30 deg\"]", "elevation = [\"3 deg\"]", "an elevation from 5 deg"),
        ("altitude = \"600 km\"", "altitude = \"600 km\"\nrange = \"700 km\"", "altitude"),
        ("[\"dvb-s2\"]", &format!("[\"dvb-s2\"]\nexceeded = \"2 %\"\n{climate}"), "0.001 % to 1 %"),
    ] {
        let text = BY_HAND.replace(old, new);
        assert_ne!(text, BY_HAND, "{old}");
        let errors = read(&text).unwrap_err().to_string();
        assert!(errors.contains(said) && errors.contains("budgets.toml"), "{new}: {errors}");
    }
    assert!(read("budgets = []").unwrap_err().to_string().contains("`budgets` is empty"));
    let above = BY_HAND.replace("20 GHz", "60 GHz") + climate;
    let errors = read(&above).unwrap_err().to_string();
    assert!(errors.contains("a frequency from 1 GHz to 55 GHz"), "{errors}");
    let of_satellite = BY_HAND
        .replace("altitude =", "direction = \"up\"\naltitude =")
        .replace("15.9 dB/K\"", "15.9 dB/K\", noise_temperature = \"290 K\"")
        + climate;
    let errors = read(&of_satellite).unwrap_err().to_string();
    let said = "`noise_temperature` has no effect beside `g_over_t` of a satellite";
    assert!(errors.contains(said), "{errors}");
}

/// Goal: a preset is the budget of the file that comes with the package, and keys beside it replace
/// its own, also those of the atmosphere. Method: the study case SC6 beside its budget in the file,
/// both as printed, with another receiver and in a climate.
#[test]
fn presets_are_the_budgets_of_their_files() {
    let text = include_str!("../../../python/skyseam/link_budgets/tr38821.toml");
    let cases = read(text).unwrap().budgets;
    let of = |budget: &str| {
        read(&format!(
            "[[budgets]]\nname = \"own\"\naltitude = \"600 km\"\nelevation = [\"30 deg\"]\n\
             link_budget = {budget}"
        ))
    };
    let case = |keys: &str| of(&format!("{{ preset = \"tr38821-sc6-downlink\"{keys} }}"));
    let own = case("").unwrap();
    let other = cases.iter().find(|case| case.name == "tr38821-sc6-downlink").unwrap();
    assert_eq!(own.budgets[0].evaluate(), other.evaluate());
    let climate = ", climate = { latitude = \"50 deg\", temperature = \"284 K\", rain_rate = \
                   \"30 mm/h\", rain_height = \"2.5 km\", vapour = \"14 g/m3\", liquid = \
                   \"1 kg/m2\", wet_refractivity = 50 }";
    let errors = case(climate).unwrap_err().to_string();
    assert!(errors.contains("`climate` counts losses of the preset once more"), "{errors}");
    let wet = case(&format!("{climate}, losses = {{ pointing = \"1 dB\" }}")).unwrap();
    let printed = wet.printed()["budgets"][0]["link_budget"].clone();
    assert_eq!(printed["losses"].to_string(), r#"{"pointing":"1 dB"}"#);
    assert_eq!(printed["frequency"], "20 GHz");
    assert_eq!(of(&toml(&printed)).unwrap(), wet);
}

/// JSON as an inline value of TOML.
fn toml(value: &Json) -> String {
    match value {
        Json::Object(keys) => {
            let keys: Vec<_> =
                keys.iter().map(|(key, own)| format!("{key} = {}", toml(own))).collect();
            format!("{{ {} }}", keys.join(", "))
        }
        other => other.to_string(),
    }
}

/// Goal: weather is that of the climate: rarer percentages attenuate more, a clear sky has gases
/// alone, and the parts add up. Method: the example in a temperate climate.
#[test]
fn climates_attenuate_by_percentages() {
    let text = BY_HAND.replace(
        "[budgets.link_budget]",
        "exceeded = [\"1 %\", \"0.01 %\"]\n[budgets.link_budget]",
    ) + "climate = { latitude = \"51.5 deg\", altitude = \"31 m\", temperature = \"283.6 K\", \
           rain_rate = \"26.48 mm/h\", rain_height = \"2.453 km\", vapour = \"13.8 g/m3\", \
           liquid = \"1.263 kg/m2\", wet_refractivity = 50.39 }";
    let file = read(&text).unwrap();
    let rows = file.budgets[0].evaluate();
    let names = |row: &file::Evaluated| -> Vec<String> {
        row.parts.steps.iter().map(|part| part.name.clone()).collect()
    };
    assert_eq!(rows.len(), 2);
    for row in &rows {
        let sum: f64 = row.parts.steps.iter().map(|part| part.value_db).sum();
        assert!((sum - row.parts.c_n0_dbhz).abs() < 1e-9);
        assert!(names(row).contains(&"rain".to_owned()), "{:?}", names(row));
    }
    assert!(rows[1].parts.atmosphere_db > rows[0].parts.atmosphere_db + 5.0);
    let clear = text.replace("exceeded = [\"1 %\", \"0.01 %\"]", "");
    let rows = read(&clear).unwrap().budgets[0].evaluate();
    assert!(!names(&rows[0]).contains(&"rain".to_owned()), "{:?}", names(&rows[0]));
    assert!(rows[0].parts.atmosphere_db > 0.1 && rows[0].exceeded_percent.is_none());
}

/// Goal: the table over elevations is as exact as the equations. Method: a rainy link at elevations
/// between those of the table, beside the budget of a file, within 0.01 dB. (Within 0.1 degree of
/// the zenith, where rain attenuation bends, it is 0.04 dB.)
#[test]
fn tables_over_elevation_are_exact() {
    let mut text = BY_HAND.replace("[\"30 deg\"]", "[\"10.05 deg\", \"33.33 deg\", \"85.03 deg\"]");
    text += "exceeded = \"0.01 %\"\nclimate = { latitude = \"51.5 deg\", altitude = \"31 m\", \
             temperature = \"283.6 K\", rain_rate = \"26.48 mm/h\", rain_height = \"2.453 km\", \
             vapour = \"13.8 g/m3\", liquid = \"1.263 kg/m2\", wet_refractivity = 50.39 }";
    let file = read(&text).unwrap();
    let table = BudgetByElevation::new(&file.budgets[0].link_budget, Direction::Down).unwrap();
    for row in file.budgets[0].evaluate() {
        let found = table.parts(row.range_km, row.elevation_deg.unwrap(), Weather::OfBudget);
        let off = (found.es_n0_db - row.parts.es_n0_db).abs();
        assert!(off < 0.01, "{:?}: {off}", row.elevation_deg);
    }
}
