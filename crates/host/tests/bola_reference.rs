//! Goal: BOLA decides as dash.js does. Method: inputs and decisions of the rule of dash.js 5.2.1
//! over a published trace (tests/data/bola/README.md); the rule here gets the same inputs.

use std::sync::Arc;

use skyseam_app::Video;
use skyseam_app::video::abr::{Abr, Bola, DownloadedSegment, PlayerState};
use skyseam_base::{Duration, SimTime};

/// A row of decisions.csv.
struct Row<'a> {
    case: &'a str,
    numbers: Vec<f64>,
}

impl<'a> Row<'a> {
    fn read(line: &'a str) -> Self {
        let (case, rest) = line.split_once(',').expect("a case and numbers");
        Self { case, numbers: rest.split(',').map(|field| field.parse().unwrap()).collect() }
    }

    fn at(&self, column: usize) -> SimTime {
        SimTime::from_nanos((self.numbers[column] * 1e6).round() as u64)
    }

    fn span_s(&self, column: usize) -> Duration {
        Duration::from_nanos((self.numbers[column] * 1e9).round() as u64)
    }
}

#[test]
fn decisions_are_those_of_dash_js() {
    let text = include_str!("data/bola/decisions.csv");
    let (header, rows) = text.split_once('\n').unwrap();
    assert_eq!(
        header,
        "case,number,now_ms,buffer_s,safe_kbps,level,pause_ms,asked_ms,finished_ms,buffer_then_s,\
         stalled"
    );
    let rows: Vec<Row<'_>> = rows.lines().map(Row::read).collect();
    let presentation = Arc::new(Video::lasting(Duration::from_secs(900)).presentation());
    // The throughput comes with its safety.
    let bola = Bola { safety: 1.0, ..Bola::default() };
    let (mut cases, mut pauses, mut stalls, mut levels) = (0, 0, 0, [0; 10]);
    let mut rule = bola.begin(&presentation);
    let mut fetched: Vec<DownloadedSegment> = Vec::new();
    for row in &rows {
        let (number, level) = (row.numbers[0] as u32, row.numbers[4] as usize);
        if number == 0 {
            (rule, cases) = (bola.begin(&presentation), cases + 1);
            fetched.clear();
        }
        let view = PlayerState {
            now: row.at(1),
            number,
            buffer: row.span_s(2),
            throughput_bps: Some(row.numbers[3] * 1e3).filter(|bps| !bps.is_nan()),
            fetched: &fetched,
            limit: Duration::from_secs(40),
        };
        let choice = rule.choose(&view);
        assert_eq!(choice.level, level, "{} {number}", row.case);
        let pause_ms = choice.pause.as_millis_f64();
        assert!((pause_ms - row.numbers[5]).abs() < 1e-3, "{} {number}: {pause_ms}", row.case);
        levels[level] += 1;
        pauses += u32::from(row.numbers[5] > 0.0);
        if row.numbers[9] > 0.0 {
            stalls += 1;
            rule.on_stall();
        }
        let segment = DownloadedSegment {
            number,
            level,
            bytes: presentation.bytes(number, level),
            length: Duration::from_secs(3),
            asked: row.at(6),
            finished: row.at(7),
            buffer: row.span_s(8),
        };
        rule.on_segment(&segment);
        fetched.push(segment);
    }
    assert_eq!((cases, rows.len()), (3, 260), "all that was recorded");
    // The record has what a rule could get wrong: levels up and down, pauses, stalls.
    assert!(pauses >= 40 && stalls >= 9, "{pauses} pauses, {stalls} stalls");
    assert!(levels[..8].iter().all(|&count| count > 0), "{levels:?}");
}
