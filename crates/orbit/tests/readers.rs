//! Goal: every format gives the same satellites, and every broken file a message that names file,
//! line, what was found and what to do.
//!
//! Method: two satellites written in each format; then files with one thing broken in each.

use proptest::prelude::*;
use skyseam_orbit::elements::{self, Elements, Identity, MeanElements};

const TLE: &str = include_str!("data/two.tle");
const JSON: &str = include_str!("data/two.json");
const CSV: &str = include_str!("data/two.csv");
const XML: &str = include_str!("data/two.xml");
const KVN: &str = include_str!("data/two.kvn");
const FORMATS: [(&str, &str); 5] =
    [("tle", TLE), ("json", JSON), ("csv", CSV), ("xml", XML), ("kvn", KVN)];

fn read(text: &str) -> Vec<Elements> {
    elements::read(text, "two").unwrap_or_else(|error| panic!("{error}"))
}

/// The message for a text that must be rejected.
fn refusal(text: &str) -> String {
    elements::read(text, "broken").expect_err("this must be refused").to_string()
}

/// The text with one part replaced, which must occur in it.
fn with(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "no `{from}`");
    text.replacen(from, to, 1)
}

/// The text without the lines that contain `what`.
fn without(text: &str, what: &str) -> String {
    assert!(text.contains(what), "no `{what}`");
    text.lines().filter(|line| !line.contains(what)).map(|line| format!("{line}\n")).collect()
}

#[test]
fn every_format_gives_the_same_satellites() {
    let expected: Vec<(Identity, MeanElements)> = vec![
        (
            Identity {
                name: "ISS (ZARYA)".into(),
                catalogue_number: 25_544,
                designator: "1998-067A".into(),
            },
            MeanElements {
                inclination_deg: 51.6461,
                raan_deg: 221.2784,
                eccentricity: 0.000_141_3,
                argument_of_perigee_deg: 89.1723,
                mean_anomaly_deg: 280.4612,
                mean_motion_rev_per_day: 15.495_078_96,
                bstar: -3.1515e-5,
            },
        ),
        (
            Identity {
                name: "KESTREL EYE IIM (KE2M)".into(),
                catalogue_number: 270_123,
                designator: "1998-067NE".into(),
            },
            MeanElements {
                inclination_deg: 51.6338,
                raan_deg: 155.6245,
                eccentricity: 0.000_275_8,
                argument_of_perigee_deg: 166.8841,
                mean_anomaly_deg: 193.2228,
                mean_motion_rev_per_day: 15.705_645_04,
                bstar: 7.2204e-5,
            },
        ),
    ];
    for (format, text) in FORMATS {
        for text in [text.to_string(), text.replace('\n', "\r\n"), format!("\u{feff}{text}")] {
            let found = read(&text);
            for (found, (identity, mean)) in found.iter().zip(&expected) {
                assert_eq!(found.identity(), identity, "{format}");
                assert!((found.mean().bstar - mean.bstar).abs() < 1e-18, "{format}");
                let mean = MeanElements { bstar: found.mean().bstar, ..*mean };
                assert_eq!(found.mean(), &mean, "{format}");
                let omm = read(JSON).iter().map(Elements::epoch).collect::<Vec<_>>();
                let epoch = omm[usize::from(found.line() != read(&text)[0].line())];
                // A TLE counts 1e-8 day.
                assert!(found.epoch().seconds_since(epoch).abs() < 0.5e-3, "{format}");
            }
            assert_eq!(found.len(), 2, "{format}");
        }
    }
}

#[test]
fn lines_are_where_a_satellite_begins() {
    let lines = |text| read(text).iter().map(Elements::line).collect::<Vec<_>>();
    assert_eq!(lines(TLE), [1, 4]);
    assert_eq!(lines(JSON), [2, 21]);
    assert_eq!(lines(CSV), [2, 3]);
    assert_eq!(lines(KVN), [1, 28]);
    assert_eq!(lines(XML), [3, 30]);
    let bare: String = TLE.lines().filter(|l| l.len() == 69).map(|l| format!("{l}\n\n")).collect();
    assert_eq!(lines(&bare), [1, 5]);
    assert_eq!(read(&bare)[0].label(), "satellite 25544");
}

#[test]
fn one_json_object_is_one_satellite() {
    let object = &JSON[JSON.find('{').unwrap()..=JSON.find('}').unwrap()];
    assert_eq!(read(object)[0].identity().catalogue_number, 25_544);
}

#[test]
fn broken_element_sets_are_refused_where_they_are_broken() {
    let cases = [
        (
            with(TLE, "9992\n2 25544", "9993\n2 25544"),
            "broken:2: the checksum in column 69 is wrong: found `3`, expected 2, computed from \
             the line; fetch the file again: it is truncated or was edited",
        ),
        (
            with(TLE, "15.49507896236008\n", "15.49507896\n"),
            "broken:3: the line has 63 characters: found `2 25544  51.6461 221.2784 0001413  \
             89.1723 280.4612 15.49507896`, expected line 2 of a satellite, `2 NNNNN...`, 69 \
             characters; fetch the file again: it is truncated or was edited",
        ),
        (
            TLE.lines().take(5).map(|line| format!("{line}\n")).collect(),
            "broken:5: the file ends where line 2 of a satellite should follow: found `1 T0123U \
             98067NE  20194.06866787  .00008489  00000-0  72204-4 0  9998`, expected line 2 of a \
             satellite, `2 NNNNN...`, 69 characters; fetch the file again: it is truncated or was \
             edited",
        ),
        (
            without(TLE, "2 25544"),
            "broken:3: not the line that should follow: found `KESTREL EYE IIM (KE2M)`, expected \
             line 2 of a satellite, `2 NNNNN...`, 69 characters; fetch the file again: it is \
             truncated or was edited",
        ),
        (
            without(TLE, "1 25544"),
            "broken:2: not the line that should follow: found `2 25544  51.6461 221.2784 0001413  \
             89.1723 280.4612 15.49507896236008`, expected line 1 of a satellite, `1 NNNNN...`, \
             69 characters; fetch the file again: it is truncated or was edited",
        ),
        (
            with(&without(TLE, "ISS"), "1 25544U", "2 25544U"),
            "broken:1: a line 2 without its line 1 before it: found `2 25544U 98067A   \
             20194.88612269 -.00002218  00000-0 -31515-4 0  9992`, expected a name, or line 1 of \
             a satellite; fetch the file again: it is truncated or was edited",
        ),
        (
            with(TLE, "2 25544  51.6461", "2 25535  51.6461"),
            "broken:3: the catalogue numbers of line 1 and 2 differ: found `25535`, expected \
             `25544`, as in line 2 of the file; lines are missing or in another order: fetch the \
             file again",
        ),
        (
            with(TLE, "280.4612", "280\u{b7}4612"),
            "broken:3: a character that is not ASCII in column 47: found `2 25544  51.6461 \
             221.2784 0001413  89.1723 280\u{b7}4612 15.49507896236008`, expected line 2 of a \
             satellite, `2 NNNNN...`, 69 characters; write the file as plain ASCII text",
        ),
        (
            with(TLE, "221.2784", "22x.3784"),
            "broken:3: the right ascension of the node in columns 18 to 25 is not a number: found \
             `22x.3784`; fetch the file again: it is truncated or was edited",
        ),
        (
            with(TLE, "15.49507896236008", "81.49507896236001"),
            "broken:3: SGP4 cannot start from the mean motion: found `81.49507896`, expected 0.05 \
             to 17.2 rev/day; leave the satellite out by `skip`, or fetch the file again",
        ),
        (
            format!("{TLE}{TLE}"),
            "broken:7: ISS (ZARYA) (25544) is already there, on line 1: expected each catalogue \
             number once; keep the elements with the epoch nearest to time zero",
        ),
        (
            "\n \n".to_string(),
            "broken: the file holds no satellite: expected TLE, or OMM as JSON, CSV, XML or KVN; \
             check what it was fetched from",
        ),
        (
            "No GP data found".to_string(),
            "broken:1: the file ends where line 1 of a satellite should follow: found `No GP data \
             found`, expected line 1 of a satellite, `1 NNNNN...`, 69 characters; fetch the file \
             again: it is truncated or was edited",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(refusal(&text), message);
    }
}

#[test]
fn broken_messages_are_refused_where_they_are_broken() {
    let cases = [
        (
            "[]".to_string(),
            "broken: the file holds no satellite: expected TLE, or OMM as JSON, CSV, XML or KVN; \
             check what it was fetched from",
        ),
        (
            "<ndm/>".to_string(),
            "broken: the file holds no satellite: expected TLE, or OMM as JSON, CSV, XML or KVN; \
             check what it was fetched from",
        ),
        (
            CSV.lines().take(1).collect(),
            "broken: the file holds no satellite: expected TLE, or OMM as JSON, CSV, XML or KVN; \
             check what it was fetched from",
        ),
        (
            without(JSON, "BSTAR"),
            "broken:2: the message has no BSTAR: expected OMM with the mean elements of SGP4; \
             fetch the file again: it is incomplete or was edited",
        ),
        (
            with(JSON, "15.70564504", "\"fast\""),
            "broken:25: MEAN_MOTION is not a number: found `fast`, expected rev/day; fetch the \
             file again: it is incomplete or was edited",
        ),
        (
            with(JSON, "0.0001413", "1.0001413"),
            "broken:7: SGP4 cannot start from the eccentricity: found `1.0001413`, expected at \
             least 0 and below 1; leave the satellite out by `skip`, or fetch the file again",
        ),
        (
            JSON[..JSON.len() - 40].to_string(),
            "broken:37: not JSON of OMM: EOF while parsing a value: expected an object with the \
             keywords of OMM, or an array of them; fetch the file again: it is truncated or was \
             edited",
        ),
        (
            with(CSV, "2020-07-12T01:38:52.903968", "12.07.2020"),
            "broken:3: EPOCH is not an instant of UTC: found `12.07.2020`, expected an instant \
             like 2026-11-20T00:00:00.000000; fetch the file again: it is incomplete or was edited",
        ),
        (
            with(CSV, ",51.6338", ""),
            "broken:3: the line has another number of values than the first line: found `16`, \
             expected 17 values; fetch the file again: it is truncated or was edited",
        ),
        (
            with(CSV, "270123", "T0123"),
            "broken:3: NORAD_CAT_ID is not a catalogue number: found `T0123`, expected a whole \
             number of up to nine digits; fetch the file again: it is incomplete or was edited",
        ),
        (
            with(XML, "<REF_FRAME>TEME", "<REF_FRAME>GCRF"),
            "broken:6: REF_FRAME is not that of SGP4: found `GCRF`, expected TEME; fetch \
             general-perturbations elements (GP data) of the satellite",
        ),
        (
            with(XML, "units=\"rev/day\"", "units=\"rad/min\""),
            "broken:10: MEAN_MOTION is in another unit: found `rad/min`, expected rev/day; \
             convert the value, or fetch GP data",
        ),
        (
            with(XML, "</ndm>", ""),
            "broken:2: not XML: an element is opened and never closed: expected an `ndm` element \
             with `omm` elements; fetch the file again: it is truncated or was edited",
        ),
        (
            "<!DOCTYPE html>\n<html><body>503</body></html>".to_string(),
            "broken:1: not XML: a document type declaration: expected an `ndm` element with `omm` \
             elements; fetch the file again: it is truncated or was edited",
        ),
        (
            with(KVN, "= SGP4", "= DSST"),
            "broken:10: MEAN_ELEMENT_THEORY is not that of SGP4: found `DSST`, expected SGP4; \
             fetch general-perturbations elements (GP data) of the satellite",
        ),
        (
            with(KVN, "51.6338 [deg]", "0.9012 [rad]"),
            "broken:42: INCLINATION is in another unit: found `rad`, expected deg; convert the \
             value, or fetch GP data",
        ),
        (
            with(KVN, "\n\nEPOCH", "\n\nEPOCH 2020\nEPOCH"),
            "broken:12: not a line of an OMM: found `EPOCH 2020`, expected `KEYWORD = value`; \
             fetch the file again, or take the line out",
        ),
        (
            format!("{}{}", KVN, without(KVN, "CCSDS_OMM_VERS")),
            "broken:56: CREATION_DATE is there twice: found `2020-07-13T00:00:00`, expected each \
             keyword once in a message; fetch the file again: it was joined or edited",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(refusal(&text), message);
    }
}

/// A satellite all of whose digits fit into every format.
#[derive(Clone, Debug)]
struct Digits {
    number: u32,
    /// Days of 2026 before its epoch, in 1e-8 day.
    epoch: u64,
    /// Inclination, node, perigee and anomaly in 1e-4 deg.
    angles: [u32; 4],
    /// Eccentricity in 1e-7.
    eccentricity: u32,
    /// Mean motion in 1e-8 rev/day.
    motion: u64,
    /// Drag term in 1e-5 of a power of ten, and minus that power.
    bstar: (i32, u8),
}

fn digits() -> impl Strategy<Value = Digits> {
    let angles = [0..1_800_000_u32, 0..3_600_000, 0..3_600_000, 0..3_600_000];
    let bstar = (-99_999..=99_999_i32, 0..=9_u8);
    let others = (0..36_500_000_000_u64, angles, 0..7_000_000_u32, bstar);
    (1..340_000_u32, others, 1_000_000_000..1_600_000_000_u64).prop_map(
        |(number, (epoch, angles, eccentricity, bstar), motion)| Digits {
            number,
            epoch,
            angles,
            eccentricity,
            motion,
            bstar,
        },
    )
}

impl Digits {
    /// The fields of a message, by keyword.
    fn fields(&self) -> Vec<(&'static str, String)> {
        let [inclination, raan, perigee, anomaly] =
            self.angles.map(|a| format!("{}.{:04}", a / 10_000, a % 10_000));
        let (day, part) = (self.epoch / 100_000_000 + 1, self.epoch % 100_000_000);
        let (seconds, micros) = (part * 864 / 1_000_000, part * 864 % 1_000_000);
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
        let time = format!("{hours:02}:{minutes:02}:{:02}.{micros:06}", seconds % 60);
        vec![
            ("OBJECT_NAME", format!("SAT {}", self.number)),
            ("OBJECT_ID", "2026-001A".to_string()),
            ("EPOCH", format!("2026-{day:03}T{time}")),
            (
                "MEAN_MOTION",
                format!("{}.{:08}", self.motion / 100_000_000, self.motion % 100_000_000),
            ),
            ("ECCENTRICITY", format!("0.{:07}", self.eccentricity)),
            ("INCLINATION", inclination),
            ("RA_OF_ASC_NODE", raan),
            ("ARG_OF_PERICENTER", perigee),
            ("MEAN_ANOMALY", anomaly),
            ("NORAD_CAT_ID", self.number.to_string()),
            ("BSTAR", format!("{}e-{}", f64::from(self.bstar.0) / 1e5, self.bstar.1)),
        ]
    }

    /// The lines of an element set.
    fn tle(&self) -> Vec<String> {
        let [inclination, raan, perigee, anomaly] =
            self.angles.map(|a| format!("{:3}.{:04}", a / 10_000, a % 10_000));
        let number = match self.number {
            n @ ..100_000 => format!("{n:05}"),
            n => {
                let letter = b"ABCDEFGHJKLMNPQRSTUVWXYZ"[n as usize / 10_000 - 10];
                format!("{}{:04}", char::from(letter), n % 10_000)
            }
        };
        let (day, part) = (self.epoch / 100_000_000 + 1, self.epoch % 100_000_000);
        let sign = if self.bstar.0 < 0 { '-' } else { ' ' };
        let (drag, power) = (self.bstar.0.abs(), self.bstar.1);
        let first = format!(
            "1 {number}U 26001A   26{day:03}.{part:08}  .00000000  00000-0 \
             {sign}{drag:05}-{power} 0  999"
        );
        let (whole, rest) = (self.motion / 100_000_000, self.motion % 100_000_000);
        let second = format!(
            "2 {number} {inclination} {raan} {:07} {perigee} {anomaly} {whole:2}.{rest:08}    1",
            self.eccentricity
        );
        let sum = |line: &str| {
            let value = |c: char| if c == '-' { 1 } else { c.to_digit(10).unwrap_or(0) };
            line.chars().map(value).sum::<u32>() % 10
        };
        let summed = |line: String| format!("{line}{}", sum(&line));
        vec![format!("SAT {}", self.number), summed(first), summed(second)]
    }
}

/// The satellites in a format, and the first line of each; `change` changes the fields of the one
/// with its index.
fn written(
    format: &str,
    satellites: &[Digits],
    change: impl Fn(usize, &mut Vec<(&'static str, String)>),
) -> (Vec<String>, Vec<usize>) {
    let (mut lines, mut begins) = (Vec::new(), Vec::new());
    match format {
        "json" => lines.push("[".to_string()),
        "xml" => lines.extend(["<?xml version=\"1.0\"?>".to_string(), "<ndm>".to_string()]),
        "csv" => {
            let names: Vec<&str> = satellites[0].fields().iter().map(|field| field.0).collect();
            lines.push(names.join(","));
        }
        _ => {}
    }
    for (index, of) in satellites.iter().enumerate() {
        let mut fields = of.fields();
        change(index, &mut fields);
        begins.push(lines.len() + 1);
        let each = |form: &dyn Fn(&str, &str) -> String| -> Vec<String> {
            fields.iter().map(|(keyword, value)| form(keyword, value)).collect()
        };
        match format {
            "json" => {
                lines.push("{".to_string());
                let members = each(&|keyword, value| format!("\"{keyword}\": \"{value}\""));
                lines.extend(members.join(",\n").lines().map(str::to_string));
                lines.push(if index + 1 < satellites.len() { "}," } else { "}]" }.to_string());
            }
            "csv" => lines.push(each(&|_, value| format!("\"{value}\"")).join(",")),
            "kvn" => {
                lines.push("CCSDS_OMM_VERS = 2.0".to_string());
                lines.extend(each(&|keyword, value| format!("{keyword} = {value}")));
            }
            "xml" => {
                lines.push("<omm><body><segment><data>".to_string());
                lines.extend(each(&|keyword, value| format!("<{keyword}>{value}</{keyword}>")));
                lines.push("</data></segment></body></omm>".to_string());
            }
            _ => lines.extend(of.tle()),
        }
    }
    if format == "xml" {
        lines.push("</ndm>".to_string());
    }
    (lines, begins)
}

/// Nothing changed.
fn as_drawn(_: usize, _: &mut Vec<(&'static str, String)>) {}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..<_>::default() })]

    /// Goal: a satellite does not depend on the format or on line endings. Method: drawn
    /// satellites, all of whose digits fit into every format, read equal to the last bit, epochs to
    /// the nanosecond, each with the line where it begins.
    #[test]
    fn drawn_satellites_are_the_same_in_every_format(
        satellites in prop::collection::vec(digits(), 1..5),
    ) {
        let distinct: std::collections::BTreeSet<u32> =
            satellites.iter().map(|of| of.number).collect();
        prop_assume!(distinct.len() == satellites.len());
        let mut expected: Option<Vec<_>> = None;
        for format in ["tle", "csv", "json", "xml", "kvn"] {
            let (lines, begins) = written(format, &satellites, as_drawn);
            for end in ["\n", "\r\n"] {
                let found = read(&(lines.join(end) + end));
                let at: Vec<usize> = found.iter().map(Elements::line).collect();
                prop_assert_eq!(&at, &begins, "{} {:?}", format, end);
                let found: Vec<_> = found
                    .iter()
                    .map(|of| (of.identity().clone(), of.epoch(), *of.mean()))
                    .collect();
                let expected = expected.get_or_insert_with(|| found.clone());
                prop_assert_eq!(&found, expected, "{}", format);
            }
        }
    }

    /// Goal: a fault is rejected with the same words in every format of messages, at its line, and
    /// no other satellite is affected. Method: one field of one of four satellites made wrong.
    #[test]
    fn a_fault_is_the_same_in_every_format(
        satellites in prop::collection::vec(digits(), 4),
        which in 0..4_usize,
        (keyword, value, message) in prop::sample::select(vec![
            ("EPHEMERIS_TYPE", "4", "EPHEMERIS_TYPE is not that of SGP4: found `4`, expected 0"),
            ("EPOCH", "now", "EPOCH is not an instant of UTC: found `now`"),
            ("NORAD_CAT_ID", "+5", "NORAD_CAT_ID is not a catalogue number: found `+5`"),
            ("NORAD_CAT_ID", "1000000000", "NORAD_CAT_ID is not a catalogue number"),
            ("BSTAR", "", "the message has no BSTAR: expected OMM"),
            ("INCLINATION", "x", "INCLINATION is not a number: found `x`, expected deg"),
            ("MEAN_MOTION", "99", "SGP4 cannot start from the mean motion: found `99`"),
        ]),
    ) {
        let change = |index: usize, fields: &mut Vec<(&'static str, String)>| {
            if index == which {
                match fields.iter_mut().find(|field| field.0 == keyword) {
                    Some(field) => field.1 = value.to_string(),
                    None => fields.push((keyword, value.to_string())),
                }
            } else if keyword == "EPHEMERIS_TYPE" {
                fields.push((keyword, "0".to_string()));
            }
        };
        for format in ["csv", "json", "xml", "kvn"] {
            let (mut lines, begins) = written(format, &satellites, change);
            if keyword == "EPHEMERIS_TYPE" && format == "csv" {
                lines[0] += ",EPHEMERIS_TYPE";
            }
            let mut line = begins[which];
            if format != "csv" {
                line += lines[line - 1..].iter().position(|line| line.contains(keyword)).unwrap();
            }
            for end in ["\n", "\r\n"] {
                let entries = elements::entries(&(lines.join(end) + end), "broken").unwrap();
                for (index, entry) in entries.iter().enumerate() {
                    match &entry.elements {
                        Ok(_) => prop_assert!(index != which, "{format}"),
                        Err(error) => {
                            prop_assert_eq!(index, which, "{} {}", format, error);
                            prop_assert_eq!(error.line, line, "{} {}", format, error);
                            let text = error.to_string();
                            prop_assert!(text.contains(message), "{format}: {text}");
                        }
                    }
                }
            }
        }
    }
}

/// The element set with a field of its first line replaced and its checksum right.
fn with_field(columns: std::ops::Range<usize>, field: &str) -> String {
    let mut lines: Vec<String> = TLE.lines().take(3).map(str::to_string).collect();
    lines[1].replace_range(columns.start - 1..columns.end - 1, field);
    let value = |c: char| if c == '-' { 1 } else { c.to_digit(10).unwrap_or(0) };
    let sum = lines[1][..68].chars().map(value).sum::<u32>() % 10;
    lines[1].replace_range(68..69, &sum.to_string());
    lines.join("\n") + "\n"
}

/// Goal: element sets of another theory are rejected as messages of it are, and partly blank fields
/// are read. Method: ephemeris types, AMSAT's zeros, classifications.
#[test]
fn element_sets_follow_the_rules_of_messages() {
    assert_eq!(
        refusal(&with_field(63..64, "4")),
        "broken:2: EPHEMERIS_TYPE is not that of SGP4: found `4`, expected 0; fetch \
         general-perturbations elements (GP data) of the satellite"
    );
    for kind in [" ", "0", "2"] {
        assert_eq!(read(&with_field(63..64, kind)).len(), 1);
    }
    let bstar = |field: &str| read(&with_field(54..62, field))[0].mean().bstar;
    assert_eq!(bstar(" 00000 0"), 0.0);
    assert_eq!(bstar("+12345 0"), 0.12345);
    assert_eq!(bstar("-12345+1"), -1.2345);
    for field in [" 00000-0", " 00000 0", "        ", "-12345-6"] {
        assert_eq!(read(&with_field(45..53, field)).len(), 1, "{field}");
    }
    for field in [" 12a45-4", "        ", " 12345--", "12345-4 "] {
        let message = refusal(&with_field(54..62, field));
        let expected = "broken:2: the drag term B* in columns 54 to 61 is not a number";
        assert!(message.starts_with(expected), "{message}");
    }
    assert_eq!(read(&with_field(8..9, "X")).len(), 1);
    assert_eq!(read(&with_field(10..18, "NODESIGN"))[0].identity().designator, "NODESIGN");
    let letter = with(&with(TLE, "T0123", "O0123"), "T0123", "O0123");
    assert!(refusal(&letter).starts_with("broken:5: NORAD_CAT_ID is not a catalogue number"));
}

/// Goal: each faulty satellite of a file is reported, with its identity as far as it can be read,
/// and those around it are read. Method: element sets and messages with two faults, and none in
/// between.
#[test]
fn every_faulty_satellite_is_reported_and_the_others_are_read() {
    let satellite = |number: u32| {
        let of = &read(JSON)[0];
        let identity = Identity { catalogue_number: number, ..of.identity().clone() };
        elements::write_tle(&[Elements::new(identity, of.epoch(), *of.mean()).unwrap()]).unwrap()
    };
    let whole: Vec<String> = (1..=6).map(satellite).collect();
    let mut broken = whole.clone();
    broken[1] = with(&whole[1], "\n2 ", "\n3 "); // Not a line 2.
    broken[3] = without(&whole[3], "1 00004"); // Without line 1.
    broken[4] = with(&whole[4], "51.6461", "51.6462"); // A wrong checksum.
    let entries = elements::entries(&broken.concat(), "broken").unwrap();
    let faulty: Vec<(usize, u32)> = entries
        .iter()
        .filter_map(|entry| entry.elements.as_ref().err())
        .map(|error| error.line)
        .zip(entries.iter().filter(|e| e.elements.is_err()).map(|e| e.identity.catalogue_number))
        .collect();
    // What stands for line 2 of the second satellite is taken for a name without its lines.
    assert_eq!(faulty, [(6, 0), (7, 0), (11, 0), (14, 5)]);
    let good = entries.iter().filter_map(|entry| entry.elements.as_ref().ok());
    let good: Vec<u32> = good.map(|of| of.identity().catalogue_number).collect();
    assert_eq!(good, [1, 3, 6]);

    let csv = with(&with(CSV, "51.6461", "500"), ",51.6338", "");
    let entries = elements::entries(&csv, "broken").unwrap();
    let lines: Vec<usize> = entries.iter().map(|e| e.elements.as_ref().unwrap_err().line).collect();
    assert_eq!(lines, [2, 3]);
    let many = "NAME\n".repeat(3000);
    let error = elements::entries(&many, "broken").unwrap_err().to_string();
    assert!(
        error.starts_with("broken:1002: after 1000 faulty satellites: not the line"),
        "{error}"
    );
}

/// Goal: no small file takes much time or memory. Method: texts of half a megabyte, each of which
/// would take minutes or gigabytes with a reader that compares each part with all others, or that
/// keeps an element with all its content; all together in a second or two.
#[test]
#[expect(clippy::disallowed_methods, reason = "a bound on wall time, sixty times what it takes")]
fn hostile_files_are_refused_or_read_at_once() {
    let begun = std::time::Instant::now();
    let count = 40_000;
    let within = |inner: &str| {
        let message = &XML[XML.find("<omm").unwrap()..XML.find("</omm>").unwrap()];
        format!("<ndm>{message}{inner}</omm></ndm>")
    };
    let attributes: String = (0..count).map(|i| format!(" a{i}=\"\"")).collect();
    let spaces: String = (0..count).map(|i| format!(" xmlns:a{i}=\"u{i}\"")).collect();
    let nested: String = (0..count).map(|i| format!("<n:a xmlns:n=\"u{i}\">")).collect();
    let refused = [
        format!("{}{}", "<omm>".repeat(count), "</omm>".repeat(count)),
        format!("{}<A/>{}", "<omm>".repeat(30), "</omm>".repeat(30)),
        within(&nested),
        within(&"<a>".repeat(count)),
        within(&format!("<a{attributes}/>")),
        within(&format!("<a{spaces}/>")),
        "<!DOCTYPE a [<!ENTITY b \"bb\">]><ndm>&b;</ndm>".to_string(),
        within(&"<OBJECT_NAME>&b;</OBJECT_NAME>".repeat(count)),
        within(&"&#xffffff;".repeat(count)),
        within(&"<EPOCH/>".repeat(count)),
        "<".repeat(20 * count),
        format!("{},EPOCH\n{}", "A".repeat(8 * count), ",\n".repeat(8 * count)),
        format!("EPOCH,NORAD_CAT_ID\n{}", "1,2,3\n".repeat(3 * count)),
        (0..count).map(|i| format!("A{i},")).collect::<String>() + "EPOCH\n",
        format!("[{}]", "[".repeat(20 * count)),
        format!("[{}{{}}]", "{},".repeat(8 * count)),
        format!("{{{}\"a\": 1}}", "\"EPOCH\": 1, ".repeat(count)),
        "a\n".repeat(10 * count),
    ];
    for text in refused {
        refusal(&text);
    }
    let read_whole = [
        within(&"<USER_DEFINED>x</USER_DEFINED>".repeat(count)),
        within(&"x<!-- y -->".repeat(count)),
        within(&format!("<USER>{}</USER>", "&lt;x<![CDATA[y]]>".repeat(count))),
        format!(
            "{}{}",
            KVN.split("\nCCSDS_OMM_VERS").next().unwrap(),
            (0..count).map(|i| format!("\nUSER_DEFINED_{i} = {i}")).collect::<String>()
        ),
        with(
            JSON,
            "{",
            &format!("{{{}", (0..count).map(|i| format!("\n\"U{i}\": {i},")).collect::<String>()),
        ),
    ];
    for text in read_whole {
        assert!(!read(&text).is_empty());
    }
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
}

#[test]
fn elements_far_from_time_zero_are_refused_by_name() {
    let zero = "2020-08-12T00:00:00Z".parse().unwrap();
    let elements = read(JSON);
    assert_eq!(elements::check_epochs(&elements, zero, 31.0, "two.json"), []);
    let of = |zero: &str, days| {
        let errors = elements::check_epochs(&elements, zero.parse().unwrap(), days, "two.json");
        errors.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(
        of("2020-08-12T00:00:00Z", elements::MAX_AGE_DAYS),
        ["two.json:21: elements of KESTREL EYE IIM (KE2M) (270123) are 30.9 days from time zero, \
          2020-08-12T00:00:00Z; 2 of 2 satellites are too far away: found \
          `2020-07-12T01:38:52.903968Z`, \
          expected an epoch within 30 days of time zero; set `epoch` near that of the elements, \
          fetch newer ones, or leave out those satellites by `skip`"]
    );
    let one = of("2020-07-12T21:00:00Z", 0.5);
    assert_eq!(one.len(), 1);
    assert!(
        one[0].starts_with(
            "two.json:21: elements of KESTREL EYE IIM (KE2M) (270123) are 0.8 days from time zero, \
         2020-07-12T21:00:00Z: found"
        ),
        "{one:?}"
    );
}

/// Goal: what cannot be flown of a catalogue is left out and counted by reason, and a file of which
/// most is too old is refused. Method: two satellites in three sets of elements of different ages,
/// one of them with its perigee below the ground.
#[test]
fn what_cannot_be_flown_is_left_out_by_reason() {
    let zero = "2020-07-12T21:20:00Z".parse().unwrap();
    let old = renamed_at("ISS (ZARYA)", "2020-06-01T00:00:00Z");
    let other = |of: &Elements, number: u32| {
        let identity = Identity { catalogue_number: number, ..of.identity().clone() };
        Elements::new(identity, of.epoch(), *of.mean()).unwrap()
    };
    let sunk = other(&read(&with(JSON, "0.0001413", "0.16"))[0], 7);
    let mut catalogue = read(JSON);
    let flown = catalogue.clone();
    catalogue.extend([old.clone(), sunk, other(&old, 8)]);
    let found = elements::usable(catalogue.clone(), zero, 30.0, "day.json").unwrap();
    assert_eq!(found.elements, flown);
    let reason = |count, text: &str| (count, text.to_string());
    assert_eq!(
        found.left_out,
        [
            reason(1, "of a satellite that has elements nearer to time zero"),
            reason(1, "with elements more than 30 days from time zero"),
            reason(1, "that have decayed"),
        ]
    );
    let late = "2021-01-01T00:00:00Z".parse().unwrap();
    let refused = elements::usable(catalogue, late, 30.0, "day.json").unwrap_err();
    assert!(refused[0].to_string().contains("4 of 4 satellites are too far away"), "{refused:?}");
}

/// The ISS under another name, with another epoch.
fn renamed_at(name: &str, epoch: &str) -> Elements {
    let of = renamed(name);
    Elements::new(of.identity().clone(), epoch.parse().unwrap(), *of.mean()).unwrap()
}

#[test]
fn what_is_written_reads_back() {
    let text = elements::write_tle(&read(TLE)).unwrap();
    let again = read(&text);
    for (found, expected) in again.iter().zip(read(TLE)) {
        assert_eq!(found.identity(), expected.identity());
        assert_eq!(found.mean(), expected.mean());
        assert!(found.epoch().seconds_since(expected.epoch()).abs() < 432e-6);
    }
    assert_eq!(elements::write_tle(&again).unwrap(), text);
}

/// The ISS under another name.
fn renamed(name: &str) -> Elements {
    let of = &read(JSON)[0];
    let identity = Identity { name: name.to_string(), ..of.identity().clone() };
    Elements::new(identity, of.epoch(), *of.mean()).unwrap()
}

#[test]
fn a_name_like_the_start_of_another_format_reads_back() {
    let names = [
        "COMMENT",
        "COMMENT ON A SATELLITE",
        "OBJECT_NAME = ISS",
        "OBJECT_NAME,EPOCH",
        "\"EPOCH\",1",
        "{ISS}",
        "[ISS]",
        "<ISS>",
        "# ISS",
        "0 ISS",
        "1 25544U 98067A   20194.88612269",
        "2 25544U 98067A   20194.88612269",
    ];
    for name in names {
        let text = elements::write_tle(&[renamed(name)]).unwrap();
        assert!(text.starts_with(&format!("0 {name}\n")), "{text}");
        assert_eq!(read(&text)[0].identity().name, name);
    }
    // What no reader takes for anything else is written as it is.
    let text = elements::write_tle(&[renamed("EPOCHAL, THE FIRST")]).unwrap();
    assert!(text.starts_with("EPOCHAL, THE FIRST\n"), "{text}");
}

#[test]
fn an_epoch_at_the_end_of_a_year_is_written_as_the_next() {
    let of = &read(JSON)[0];
    let epoch = "2021-12-31T23:59:59.9999Z".parse().unwrap();
    let late = Elements::new(of.identity().clone(), epoch, *of.mean()).unwrap();
    let text = elements::write_tle(&[late]).unwrap();
    assert!(text.contains(" 22001.00000000 "), "{text}");
    assert_eq!(read(&text)[0].epoch(), "2022-01-01T00:00:00Z".parse().unwrap());
}

#[test]
fn what_a_tle_has_no_room_for_is_not_written() {
    let of = &read(JSON)[0];
    let zero = of.epoch();
    let renamed = |identity: Identity| {
        let one = Elements::new(identity, zero, *of.mean()).unwrap();
        elements::write_tle(&[one]).unwrap_err().to_string()
    };
    let identity = of.identity().clone();
    assert_eq!(
        renamed(Identity { catalogue_number: 340_000, ..identity.clone() }),
        "ISS (ZARYA) (340000) cannot be written as TLE: its catalogue number is above 339999"
    );
    assert_eq!(
        renamed(Identity { designator: "98067A".into(), ..identity.clone() }),
        "ISS (ZARYA) (25544) cannot be written as TLE: its designator is not like 1998-067A"
    );
    let named = renamed(Identity { name: "Étoile".into(), ..identity });
    assert!(named.ends_with("its name is not of printable ASCII characters"), "{named}");
}

#[test]
fn a_satellite_in_the_ground_has_no_position() {
    // Mean motion and eccentricity of an orbit whose perigee is 700 km below the ground.
    let sunk = with(JSON, "0.0001413", "0.16");
    let satellites = read(&sunk);
    assert_eq!(elements::check_perigees(&read(JSON), "sunk.json"), []);
    assert_eq!(
        elements::check_perigees(&satellites, "sunk.json")[0].to_string(),
        "sunk.json:2: the perigee of ISS (ZARYA) (25544) is below the ground: found `-669 km`, \
         expected an altitude above 0 km; leave the satellite out by `skip`: it has decayed, or \
         its \
         elements are wrong"
    );
    let of = &satellites[0];
    let mut refused = (0..90).filter_map(|minute| {
        let t = skyseam_base::SimTime::from_secs(60 * minute);
        of.propagate(of.epoch().after(t)).err()
    });
    let message = refused.next().expect("it passes below the ground").to_string();
    assert!(message.starts_with("ISS (ZARYA) (25544) has no position at 2020-07-12T21:"));
    assert!(message.contains("km from the Earth's centre; use newer elements"), "{message}");
}

/// A file with some bytes replaced, taken out or put in.
fn mutated() -> impl Strategy<Value = String> {
    let edit = (any::<prop::sample::Index>(), 0..3_usize, prop::char::any());
    (0..FORMATS.len(), prop::collection::vec(edit, 1..6)).prop_map(|(format, edits)| {
        let mut text: Vec<char> = FORMATS[format].1.chars().collect();
        for (index, kind, character) in edits {
            let at = index.index(text.len());
            match kind {
                0 => text[at] = character,
                1 => drop(text.remove(at)),
                _ => text.insert(at, character),
            }
        }
        text.into_iter().collect()
    })
}

/// Invariants of every text: satellites that print and propagate or not, or a reason.
fn survives(text: &str) {
    match elements::read(text, "any") {
        Ok(found) => {
            assert!(!found.is_empty());
            for of in &found {
                let _ = of.propagate(of.epoch());
            }
            if let Ok(text) = elements::write_tle(&found) {
                assert_eq!(read(&text).len(), found.len());
            }
        }
        Err(error) => {
            assert!(error.to_string().starts_with("any"));
            assert!(error.line <= text.lines().count().max(1));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..<_>::default() })]

    #[test]
    fn any_text_gives_satellites_or_a_reason(text in "\\PC{0,200}") {
        survives(&text);
    }

    #[test]
    fn any_name_reads_back_from_a_tle(
        name in "(COMMENT|EPOCH|OBJECT_NAME|[ -~]{0,2})([ -~]{0,3}|,|=|\"|, *EPOCH)[ -~]{0,30}",
    ) {
        let name = name.trim();
        let text = elements::write_tle(&[renamed(name)]).unwrap();
        assert_eq!(read(&text)[0].identity().name, name);
    }

    #[test]
    fn a_damaged_file_gives_satellites_or_a_reason(text in mutated()) {
        survives(&text);
    }
}
