//! Goal: places and a process of arrivals with keys of their own are added by a program, outside
//! the crate that defines those of users, and are equivalent to built-in ones: a scenario chooses
//! them, they are printed and read back, they are in the schema and among the models, and messages
//! know their keys.
//!
//! Method: a ring of places and sessions in bursts declared here, in a run.

use serde_json::json;
use skyseam_base::Duration;
use skyseam_params::values::{Count, PositiveSpan};
use skyseam_params::{Keys, Problems, parameters};
use skyseam_scenario::{Files, Models, Scenario};
use skyseam_sim::series::built_in;
use skyseam_sim::{Control, run_alone};
use skyseam_users::arrivals::{ArrivalContext, SessionStart};
use skyseam_users::places::Draw;
use skyseam_users::{Arrivals, Ground, Places};

parameters! {
    /// On a parallel of latitude, at equal distances.
    pub struct Ring "ring" from "this test" {
        /// Number of users in a full circle.
        around: Count<2, 1000> = 4,
    }
}

impl Places for Ring {
    fn draw(&self, _: &Keys, _: &mut Problems<'_>) -> Option<Box<Draw>> {
        let around = self.around;
        Some(Box::new(move |user, _| {
            let longitude_deg = 360.0 / f64::from(around) * f64::from(user % around);
            Ground { latitude_deg: 40.0, longitude_deg: longitude_deg - 180.0 }.into()
        }))
    }
}

parameters! {
    /// Simultaneous sessions of all users, periodically.
    pub struct Bursts "bursts" from "this test" {
        /// Time between bursts.
        every: PositiveSpan,
    }
}

impl Arrivals for Bursts {
    fn expected(&self, users: u32, window: Duration) -> f64 {
        f64::from(users) * (window.as_secs_f64() / self.every.as_secs_f64()).ceil()
    }

    fn begin(
        &self,
        scene: &ArrivalContext<'_>,
        _: &Keys,
        _: &mut Problems<'_>,
    ) -> Option<Vec<SessionStart>> {
        let bursts = scene.window.as_nanos().div_ceil(self.every.as_nanos());
        let at = |burst: u64| scene.start + Duration::from_nanos(burst * self.every.as_nanos());
        let of = |burst| (0..scene.count()).map(move |user| SessionStart { user, at: at(burst) });
        Some((0..bursts).flat_map(of).collect())
    }
}

fn models() -> Models {
    let models = Models::built_in().with_series(&built_in());
    models.with_places::<Ring>().with_arrivals::<Bursts>()
}

/// Users around the Earth who fetch files from two gateways for a quarter of a minute.
fn text(places: &str, sessions: &str) -> String {
    let text = r#"
        constellation.preset = "iridium"
        links = { uplink = { rate = "1 Mbit/s", queue = "99 packets" },
                  downlink = { rate = "1 Mbit/s", queue = "99 packets" },
                  isl = { rate = "10 Mbit/s", queue = "99 packets" } }
        [[terminals]]
        name = "MOW"
        latitude = "55.8 deg"
        longitude = "37.6 deg"
        [[terminals]]
        name = "HNL"
        latitude = "21.3 deg"
        longitude = "-157.9 deg"
        [[users]]
        name = "u"
        count = 6
        places = PLACES
        to = ["MOW", "HNL"]
        sessions = SESSIONS
        mix = [{ share = 1, application = { kind = "file", size = "9 kB" } }]
        [run]
        duration = "15 s"
    "#;
    text.replace("PLACES", places).replace("SESSIONS", sessions)
}

fn parse(places: &str, sessions: &str) -> Result<Scenario, String> {
    let parsed = models().parse(&text(places, sessions), "own.toml", &Files::new());
    parsed.map(|parsed| parsed.scenario).map_err(|errors| errors.to_string())
}

const BURSTS: &str = "{ kind = \"bursts\", every = \"2 s\", within = \"5 s\" }";

/// Goal: they run. Method: places and instants by hand; the gateway of each user by longitude;
/// every session gets its file.
#[test]
fn users_are_where_and_when_they_say() {
    let scenario = parse("\"ring\"", BURSTS).unwrap();
    let users = &scenario.users[0];
    let longitudes: Vec<f64> = users.members.iter().map(|user| user.place_deg.unwrap().1).collect();
    assert_eq!(longitudes, [-180.0, -90.0, 0.0, 90.0, -180.0, -90.0]);
    let starts: Vec<u64> =
        scenario.flows.iter().map(|flow| flow.start.as_nanos() / 1_000_000_000).collect();
    assert_eq!(starts, [[0; 6], [2; 6], [4; 6]].concat());
    let from: Vec<&str> = scenario.flows[..4].iter().map(|flow| flow.from.as_str()).collect();
    assert_eq!(from, ["HNL", "HNL", "MOW", "MOW"]);
    let outcome = run_alone(&scenario, &mut |_| Control::Continue).expect("nobody cancels");
    assert_eq!(crate::common::floats(&outcome, "users", "longitude_deg"), longitudes);
    let completed = crate::common::floats(&outcome, "flows", "finished_s");
    assert_eq!(completed.len(), 18);
    assert!(completed.iter().all(|s| s.is_finite()), "{completed:?}");
}

#[test]
fn they_are_read_with_defaults_and_printed_with_them() {
    let scenario = parse("\"ring\"", BURSTS).unwrap();
    let printed = &scenario.resolved()["users"][0];
    assert_eq!(printed["places"], json!({ "kind": "ring", "around": 4 }));
    let expected = json!({ "kind": "bursts", "every": "2 s", "start": "0 s", "within": "5 s" });
    assert_eq!(printed["sessions"], expected);
    let again = parse("{ kind = \"ring\", around = 4 }", BURSTS).unwrap();
    assert_eq!(again, scenario);
}

#[test]
fn the_schema_and_the_models_have_them() {
    let schema = models().schema().to_string();
    assert!(schema.contains("\"ring\"") && schema.contains("Time between bursts"));
    let listed = models().list();
    let key = |name: &str| {
        let row = listed.as_array().unwrap().iter().find(|row| row["name"] == name).unwrap();
        row["key"].as_str().unwrap().to_owned()
    };
    assert_eq!([key("ring"), key("bursts")], ["users.places.kind", "users.sessions.kind"]);
    assert!(!Models::built_in().schema().to_string().contains("\"bursts\""));
}

#[test]
fn messages_know_their_keys_and_names() {
    let message = parse("{ kind = \"ring\", aroud = 4 }", BURSTS).unwrap_err();
    assert!(message.contains("unknown key `aroud`"), "{message}");
    assert!(message.contains("did you mean `around`?"), "{message}");
    let message = parse("\"rign\"", BURSTS).unwrap_err();
    assert!(message.contains("did you mean \"ring\"?"), "{message}");
    let message = parse("\"ring\"", "{ kind = \"bursts\", evry = \"2 s\" }").unwrap_err();
    assert!(message.contains("did you mean `every`?"), "{message}");
}
