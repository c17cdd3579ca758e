//! Users in a resolved scenario: as a file has them, with every default.

use serde_json::{Map, Value as Json, json};
use skyseam_constellation::config::{Antennas, Terminal};

use super::{Part, Target, Users, Whereabouts};
use crate::names::name_of;
use crate::resolved::carried;
use crate::units::{print_duration, print_rate, print_real};
use skyseam_params::{Model, Parameter};
use skyseam_users::arrivals::WindowKeys;

/// The users, the first of whose terminals is `first`, if they have any of their own.
pub(crate) fn users(users: &Users, first: Option<&Terminal>) -> Json {
    let mut table = Map::new();
    let mut put = |key: &str, value: Json| table.insert(key.into(), value);
    put("name", json!(users.name));
    match &users.places {
        Whereabouts::Placed(places) => put("places", places.print()),
        Whereabouts::Nodes(name) => put("nodes", json!(name)),
    };
    if let Some(first) = first {
        put("count", json!(users.members.len()));
        put("elevation_mask", json!(print_real(first.elevation_mask_deg, "deg")));
        let antennas = match first.antennas {
            Antennas::One => json!(1),
            Antennas::Several(number) => json!(number),
            Antennas::Unlimited => json!("all"),
        };
        put("antennas", antennas);
    }
    put("to", json!(users.to));
    put("demand", <Model<_> as Parameter>::print(&users.demand));
    let window = WindowKeys { start: users.sessions.start, within: Some(users.sessions.within) };
    put("sessions", users.sessions.arrivals.print_with(&window));
    put("mix", users.mix.iter().map(part).collect());
    put("seed", json!(users.seed));
    Json::Object(table)
}

fn part(part: &Part) -> Json {
    let mut table = Map::new();
    table.insert("name".into(), json!(part.name));
    table.insert("share".into(), json!(part.share));
    carried(&part.application, &part.transport, &part.split_at, &mut table);
    table.insert("direction".into(), json!(name_of(part.way)));
    let target = part.target.map(|target| match target {
        Target::Completion(span) => json!({ "completion": print_duration(span) }),
        Target::Goodput(rate) => json!({ "goodput": print_rate(rate) }),
    });
    if let Some(target) = target {
        table.insert("target".into(), target);
    }
    Json::Object(table)
}
