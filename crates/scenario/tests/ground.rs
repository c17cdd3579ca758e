//! `[ground]` stands for terminals, nodes and wires that a file could have described one by one.

use std::collections::BTreeSet;

use skyseam_constellation::description::config::Antennas;
use skyseam_constellation::routing::{Metric, ShortestPaths};
use skyseam_scenario::{Files, Models, Parsed, Scenario, ScenarioErrors};

/// A home near Munich whose traffic goes to the Internet, with these keys of `[ground]`, and more.
fn parse(ground: &str, rest: &str, files: &[(&str, &str)]) -> Result<Parsed, ScenarioErrors> {
    let mut beside = Files::new();
    files.iter().for_each(|(name, text)| beside.insert(*name, *text));
    let text = format!(
        r#"
        [constellation]
        preset = "starlink-shell1"
        [ground]
        {ground}
        [links]
        uplink = {{ rate = "20 Mbit/s", queue = "100 packets" }}
        downlink = {{ rate = "200 Mbit/s", queue = "100 packets" }}
        isl = {{ rate = "1 Gbit/s", queue = "100 packets" }}
        [[terminals]]
        name = "Munich"
        latitude = "48.14 deg"
        longitude = "11.58 deg"
        [run]
        duration = "10 s"
        {rest}
        "#
    );
    Models::built_in().parse(&text, "ground.toml", &beside)
}

fn scenario(ground: &str, rest: &str) -> Scenario {
    parse(ground, rest, &[]).unwrap_or_else(|errors| panic!("{errors}")).scenario
}

fn refused(ground: &str, rest: &str) -> String {
    parse(ground, rest, &[]).expect_err("a scenario that is not broken").to_string()
}

const PRESET: &str = r#"preset = "starlink-2024""#;

fn ping(to: &str) -> String {
    format!(
        "[[flows]]\nname = \"ping\"\nfrom = \"Munich\"\nto = \"{to}\"\napplication = {{ kind = \
         \"ping\", count = 2, interval = \"1 s\" }}\n"
    )
}

fn gateways(scenario: &Scenario) -> BTreeSet<&str> {
    let names = scenario.sky.terminals.iter().map(|own| own.name.as_str());
    names.filter_map(|name| name.strip_prefix("gateway-")).collect()
}

/// Goal: a run of one user has the gateways that one of its satellites can see, and no others.
/// Method: from 550 km and a mask of 25 deg a satellite is seen over 8.46 deg of the Earth (cos 25
/// deg * 6378 / 6928), so that a gateway is at most 1,880 km away; distances by hand: Foggia 830,
/// Lepe 1,980, Ballinspittle 1,520, Muallim 1,640 km.
#[test]
fn gateways_are_those_that_a_satellite_of_the_terminals_sees() {
    let own = scenario(PRESET, &ping("internet"));
    let taken = gateways(&own);
    for near in ["Foggia", "Ballinspittle", "Muallim", "Frankfurt", "Aerzen"] {
        assert!(taken.contains(near), "{near} is not among {taken:?}");
    }
    for far in ["Lepe", "Lekki", "Redmond"] {
        assert!(!taken.contains(far), "{far} is among {taken:?}");
    }
    let [note] = own.manifest.notes() else { panic!("{:?}", own.manifest.notes()) };
    let count = taken.len();
    assert!(note.contains(&format!("starlink-2024: {count} of 194 gateways, 1 of 19")), "{note}");
    assert!(note.contains("farther than 188"), "{note}");
    let near = scenario(&format!("{PRESET}\nradius = \"400 km\""), &ping("internet"));
    assert_eq!(gateways(&near), BTreeSet::from(["Frankfurt", "Milano"]));
    let named = scenario(&format!("{PRESET}\ngateways = [\"Lekki\"]"), &ping("internet"));
    assert_eq!(gateways(&named), BTreeSet::from(["Lekki"]));
}

/// Goal: what is made is what a file could have said. Method: values of single gateways and wires.
#[test]
fn gateways_track_all_satellites_and_fibre_leads_to_the_nearest_point_of_presence() {
    let own = scenario(&format!("{PRESET}\nradius = \"400 km\""), &ping("internet"));
    assert_eq!(own.flows[0].to, "pop-Frankfurt");
    assert_eq!(own.sky.nodes, ["pop-Frankfurt"]);
    let gateway = &own.sky.terminals[1];
    assert_eq!(gateway.antennas, Antennas::Unlimited);
    assert!((gateway.elevation_mask_deg - 25.0).abs() < 1e-12);
    let rate = |links: &[skyseam_scenario::TerminalLinks], at: usize| {
        links[at].uplink.as_ref().map(|link| link.rate.as_bps())
    };
    assert_eq!(rate(&own.links.terminals, 1), Some(20_000_000_000));
    // From Usingen (50.3298 N 8.4708 E) to Frankfurt (50.1197 N 8.7346 E): 30.0 km by the
    // haversine formula, 2.1 times that at 199,862 km/s: 0.315 ms.
    let wires = own.sky.wires.iter();
    let [usingen] = wires
        .filter(|wire| wire.between[0] == "gateway-Frankfurt")
        .map(|wire| wire.delays[0].as_secs_f64())
        .collect::<Vec<_>>()[..]
    else {
        panic!("{:?}", own.sky.wires)
    };
    assert!((usingen - 0.315e-3).abs() < 0.002e-3, "{usingen} s");
    let straight =
        scenario(&format!("{PRESET}\nradius = \"400 km\"\nroute_factor = 1"), &ping("internet"));
    let delay = |scenario: &Scenario| scenario.sky.wires[0].delays[0].as_secs_f64();
    assert!((delay(&own) / delay(&straight) - 2.1).abs() < 1e-5);
}

/// Goal: paths over links between satellites are the exception, unless the scenario says otherwise.
#[test]
fn packets_take_the_fewest_links_between_satellites() {
    let by = |metric| ShortestPaths::by(metric).model();
    assert_eq!(scenario(PRESET, &ping("internet")).sky.routing, by(Metric::ISL_HOPS));
    let text = format!("{}\n[routing]\nmetric = \"delay\"", ping("internet"));
    assert_eq!(scenario(PRESET, &text).sky.routing, by(Metric::DELAY));
}

/// Goal: "internet" is the nearest point of presence, of all or of those named. Method: from
/// Munich, Frankfurt is 304 km away, London 917, Madrid 1,480.
#[test]
fn the_internet_is_the_nearest_point_of_presence() {
    let to = |ground: &str, to: &str| scenario(ground, &ping(to)).flows[0].to.clone();
    assert_eq!(to(PRESET, "internet"), "pop-Frankfurt");
    assert_eq!(to(PRESET, "pop:Madrid"), "pop-Madrid");
    let pops = format!("{PRESET}\npops = [\"Madrid\", \"London\"]");
    assert_eq!(to(&pops, "internet"), "pop-London");
    assert!(refused(PRESET, &ping("pop:Munich")).contains("has no point of presence of this name"));
    let text = refused("preset = \"starlink-2042\"", &ping("internet"));
    assert!(text.contains("is not a ground segment"), "{text}");
    assert!(!text.contains("nothing is called"), "{text}");
}

/// Goal: each user has the nearest point of presence, and a node's own location counts. Method: a
/// group around Munich and one around Paris; a node with a location at its other end.
#[test]
fn users_have_the_nearest_point_of_presence() {
    let group = |name: &str, latitude: &str, longitude: &str| {
        format!(
            "[[users]]\nname = \"{name}\"\ncount = 3\nplaces = {{ kind = \"circle\", latitude = \
             \"{latitude} deg\", longitude = \"{longitude} deg\", radius = \"20 km\" }}\nto = \
             \"internet\"\nsessions = {{ kind = \"even\", each = 2, within = \"5 s\" }}\nmix = \
             [{{ share = 1, application = {{ kind = \"file\", size = \"9 kB\" }} }}]\n"
        )
    };
    let rest = group("bavaria", "48.14", "11.58") + &group("paris", "48.86", "2.35");
    let own = scenario(PRESET, &rest);
    assert_eq!(own.users[0].to, ["pop-Frankfurt"]);
    assert_eq!(own.users[1].to, ["pop-London"]);
    assert!(own.flows.iter().all(|flow| flow.from.starts_with("pop-")));
    let both = group("both", "49.9", "4.3");
    let own = scenario(PRESET, &both.replace("20 km", "600 km").replace("count = 3", "count = 40"));
    assert_eq!(own.users[0].to, ["pop-Frankfurt", "pop-London"]);
    let ends: BTreeSet<&str> = own.flows.iter().map(|flow| flow.from.as_str()).collect();
    assert_eq!(ends.len(), 2, "{ends:?}");
}

/// Goal: a terminal far from all gateways has the nearest ones, over links between satellites; a
/// constellation without them says that it has none.
#[test]
fn a_terminal_without_a_gateway_has_the_nearest() {
    let ship = "[[terminals]]\nname = \"ship\"\nlatitude = \"-40 deg\"\nlongitude = \"-20 deg\"\n";
    let own = scenario(PRESET, &format!("{ship}{}", ping("internet")));
    let alone = scenario(PRESET, &ping("internet"));
    let more: Vec<&str> = gateways(&own).difference(&gateways(&alone)).copied().collect();
    assert_eq!(more.len(), 3, "{more:?}");
    let text = refused(
        "preset = \"starlink-2024\"\nradius = \"10 km\"",
        &format!("[constellation.isl]\npattern = \"none\"\n{}", ping("internet")),
    );
    assert!(text.contains("no gateway is within reach of any terminal"), "{text}");
    // What follows from it is not reported, too.
    assert!(!text.contains("no wire") && !text.contains("no terminal is a gateway"), "{text}");
}

/// Goal: the resolved scenario is complete without `[ground]`, and reads back as the same.
#[test]
fn the_manifest_has_terminals_nodes_and_wires() {
    let mut own = scenario(PRESET, &ping("internet"));
    let resolved = own.resolved();
    own.preset = None;
    assert!(resolved.get("ground").is_none());
    assert_eq!(resolved["flows"][0]["to"], "pop-Frankfurt");
    let text = toml::to_string(&resolved).expect("TOML");
    let again = Models::built_in().parse(&text, "again.toml", &Files::new());
    let again = again.unwrap_or_else(|errors| panic!("{errors}")).scenario;
    assert_eq!(again, own);
    assert_eq!(again.resolved(), resolved);
}

/// Goal: a file of the user's own has the same form; what is wrong in it is shown in its lines.
#[test]
fn a_file_of_ones_own_describes_a_ground_segment() {
    let file = "summary = \"one\"\nsource = \"made up\"\ngateways = [{ name = \"A\", latitude = \
                \"48 deg\", longitude = \"11 deg\" }]\npops = [{ name = \"B\", latitude = \"48 \
                deg\", longitude = \"12 deg\" }]\n";
    let ground = "preset = \"own.toml\"";
    let own = parse(ground, &ping("internet"), &[("own.toml", file)]);
    let own = own.unwrap_or_else(|errors| panic!("{errors}")).scenario;
    assert_eq!(gateways(&own), BTreeSet::from(["A"]));
    assert_eq!(own.flows[0].to, "pop-B");
    let wrong = file.replace("\"48 deg\", longitude = \"11 deg\"", "\"98 deg\"");
    let errors = parse(ground, &ping("internet"), &[("own.toml", &wrong)]);
    let text = errors.expect_err("a latitude of 98 deg").to_string();
    assert!(text.contains("own.toml:3"), "{text}");
    assert!(text.contains("the key `longitude` is missing"), "{text}");
}

/// Goal: keys that say nothing together, and ends without a ground segment, are refused.
#[test]
fn contradictions_are_refused() {
    let both = format!("{PRESET}\ngateways = [\"Aerzen\"]\nradius = \"10 km\"");
    assert!(refused(&both, &ping("internet")).contains("exclude each other"));
    let misspelt = format!("{PRESET}\ngateways = [\"Aerzn\"]");
    assert!(refused(&misspelt, &ping("internet")).contains("did you mean \"Aerzen\""));
    let text = "[constellation]\npreset = \"starlink-shell1\"\n".to_owned()
        + &ping("internet")
        + &ping("pop:Frankfurt").replace("\"ping\"\nfrom", "\"other\"\nfrom");
    let errors = Models::built_in().parse(&text, "none.toml", &Files::new());
    let text = errors.expect_err("ends at nothing").to_string();
    assert_eq!(text.matches("there is no ground segment to end at").count(), 2, "{text}");
    let of_group = ping("internet").replace("from = \"Munich\"", "from = \"nodes\"");
    let rest = format!("[[nodes]]\nname = \"nodes\"\ncount = 2\n{of_group}");
    let text = refused(PRESET, &rest);
    assert!(text.contains("nearest point of presence is unknown without a place"), "{text}");
}

/// A satellite passes over all gateways, and has no point of presence that is nearest.
#[test]
fn satellites_send_to_the_ground_segment() {
    let shell = scenario(PRESET, &ping("internet")).sky.shells[0].name.clone();
    let down = |to: &str| ping(to).replace("\"Munich\"", &format!("\"{shell}-0-0\""));
    let own = scenario(PRESET, &down("pop:Madrid"));
    assert_eq!(
        (own.flows[0].from.as_str(), own.flows[0].to.as_str()),
        (&*format!("{shell}-0-0"), "pop-Madrid")
    );
    assert_eq!(gateways(&own).len(), 194);
    let named = format!("{PRESET}\ngateways = [\"Lekki\"]\npops = [\"Madrid\"]");
    let few = scenario(&named, &down("internet"));
    assert_eq!(
        (gateways(&few), few.flows[0].to.as_str()),
        (BTreeSet::from(["Lekki"]), "pop-Madrid")
    );
    let message = refused(PRESET, &down("internet"));
    assert!(message.contains("a satellite has no nearest point of presence"), "{message}");
}
