//! Goal: web pages in scenarios: which tables there are, that versions of HTTP compare over 40 ms,
//! 10 Mbit/s and losses of 0 and 1 % as measurements have it, and that connections have ports of
//! their own in captures. Method: the scenario that docs/models/web.md shows the results of.

mod common;

use common::{counts, floats, names};
use skyseam_scenario::{Files, Models};
use skyseam_sim::series::built_in;
use skyseam_sim::{Control, Outcome, run_alone};

fn run(application: &str, loss: f64, seed: u64, more: &str) -> Outcome {
    let text = format!(
        r#"
        nodes = [{{ name = "browser" }}, {{ name = "server" }}]
        [[wires]]
        between = ["browser", "server"]
        delay = "20 ms"
        rate = "10 Mbit/s"
        queue = "100 packets"
        loss = {{ kind = "bernoulli", probability = {loss} }}
        [[flows]]
        name = "page"
        from = "browser"
        to = "server"
        application = {{ kind = "web", {application} }}
        [run]
        duration = "5 min"
        seed = {seed}
        {more}
        "#
    );
    let mut files = Files::new();
    files.insert("many.toml", many());
    let models = Models::built_in().with_series(&built_in());
    let parsed = models.parse(&text, "web.toml", &files);
    let scenario = parsed.unwrap_or_else(|errors| panic!("{errors}")).scenario;
    run_alone(&scenario, &mut |_| Control::Continue).expect("nobody cancels")
}

/// A page of a hundred small objects.
fn many() -> String {
    let objects = (0..100).map(|number| {
        format!("{{ name = \"{number}\", size = \"5 kB\", after = [\"index\"], at = 0.1 }},")
    });
    let objects: String = objects.collect();
    format!("objects = [{{ name = \"index\", size = \"20 kB\" }}, {objects}]")
}

/// Median page load time over 20 seeds, s.
fn median(page: &str, http: &str, loss: f64) -> f64 {
    let application = format!(r#"page = "{page}", http = "{http}""#);
    let seeds = if loss == 0.0 { 1 } else { 20 };
    let mut all: Vec<f64> = (1..=seeds)
        .map(|seed| {
            let out = run(&application, loss, seed, "");
            assert_eq!(names(&out, "pages", "ended_because"), [Some("loaded".to_owned())]);
            floats(&out, "pages", "load_s")[0]
        })
        .collect();
    all.sort_by(f64::total_cmp);
    let middle = all.len() / 2;
    if all.len() % 2 == 1 { all[middle] } else { f64::midpoint(all[middle - 1], all[middle]) }
}

/// Goal: the order of versions. Method: medians over 20 seeds, of the median page and of a hundred
/// small objects. Run with --nocapture for the table of docs/models/web.md.
#[test]
fn versions_compare_as_measured() {
    for page in ["median-2024", "many.toml"] {
        let table = [0.0, 0.01].map(|loss| {
            let times = ["1.0", "1.1", "2", "3"].map(|http| median(page, http, loss));
            println!("{page}, loss {loss}: {times:.3?} s");
            times
        });
        let [[v10, v11, v2, v3], [_, l11, l2, l3]] = table;
        // Without losses fewer round trips win; HTTP/2 is no slower than six connections.
        assert!(v10 > v11 && v11 >= 0.98 * v2, "{page}: {table:?}");
        assert!((0.8..1.25).contains(&(v3 / v2)), "{page}: {table:?}");
        // Losses slow a long download over one window more than over six; over QUIC no less.
        if page == "median-2024" {
            assert!(l2 / v2 > 1.5 * l11 / v11 && l3 > 0.9 * l2, "{page}: {table:?}");
        }
    }
}

/// Goal: what stands in the tables agrees. Method: a visit twice, objects recorded.
#[test]
fn pages_and_objects_are_tables() {
    let application = r#"page = "plain", http = "1.1", visits = 2, pause = "1 s""#;
    let out = run(application, 0.0, 1, r#"record = ["web_objects", "cwnd"]"#);
    assert_eq!(counts(&out, "pages", "page"), [0, 1]);
    let objects = counts(&out, "web_objects", "page");
    let of = |page| objects.iter().filter(|&&own| own == page).count();
    // The second visit has all but the document in its cache.
    assert_eq!([of(0), of(1)], [13, 1]);
    let connections = counts(&out, "web_objects", "connection");
    assert_eq!(connections.iter().max(), Some(&5));
    let asked = floats(&out, "web_objects", "requested_s");
    let first = floats(&out, "web_objects", "first_byte_s");
    let last = floats(&out, "web_objects", "t_s");
    for ((asked, first), last) in asked.iter().zip(&first).zip(&last) {
        assert!(first - asked > 0.04 && last >= first);
    }
    assert_eq!(names(&out, "flows", "ended_because"), [Some("finished".to_owned())]);
    let content: u64 = counts(&out, "web_objects", "bytes").iter().sum();
    // Requests of 700 B and headers of 400 B.
    assert_eq!(counts(&out, "flows", "bytes"), [content + 14 * 1_100]);
    let again = run(application, 0.0, 1, r#"record = ["web_objects", "cwnd"]"#);
    assert_eq!(format!("{:?}", again.tables), format!("{:?}", out.tables));
}

/// Goal: a run that ends first leaves rows of visits under way. Method: a run of a second.
#[test]
fn a_visit_under_way_is_a_row() {
    let out = run(r#"page = "median-2024""#, 0.3, 1, "");
    let because = names(&out, "pages", "ended_because");
    assert_eq!(because.len(), 1);
    let text = r#"page = "median-2024", visits = 100, pause = "10 s""#;
    let out = run(text, 0.0, 1, "");
    let because = names(&out, "pages", "ended_because");
    assert!(because.len() > 10);
    let last = because.last().cloned().flatten().expect("a reason");
    assert!(["loaded", "end_of_run"].contains(&&*last), "{last}");
}

/// Goal: connections have ports of their own. Method: source ports of the browser's SYNs.
#[test]
fn connections_have_ports_of_their_own() {
    let out = run(r#"page = "plain", http = "1.1""#, 0.0, 1, r#"captures = ["browser"]"#);
    let (_, file) = &out.captures[0];
    // IPv4 of TCP without IP options, flags SYN alone.
    let syns = file.windows(40).filter(|bytes| {
        bytes[0] == 0x45 && bytes[9] == 6 && bytes[33] == 0x02 && bytes[12] == 10 && bytes[16] == 10
    });
    let mut ports: Vec<[u8; 4]> =
        syns.map(|bytes| [bytes[20], bytes[21], bytes[22], bytes[23]]).collect();
    ports.sort_unstable();
    ports.dedup();
    assert_eq!(ports.len(), 6);
}
