//! Users in a resolved scenario: as a file has them, with every default.

use serde_json::{Map, Value as Json, json};
use skyseam_constellation::config::{Antennas, Terminal};

use super::tables::Clock;
use super::{Arrivals, BusyHour, CityLimits, Curve, Part, Places, Sessions, Target, Users};
use crate::names::name_of;
use crate::resolved::carried;
use crate::units::{print_duration, print_rate, print_real};

/// The users, the first of whose terminals is `first`, if they have any of their own.
pub(crate) fn users(users: &Users, first: Option<&Terminal>) -> Json {
    let mut table = Map::new();
    let mut put = |key: &str, value: Json| table.insert(key.into(), value);
    put("name", json!(users.name));
    match &users.places {
        Places::Circle { latitude_deg, longitude_deg, radius_km } => put(
            "circle",
            json!({
                "latitude": print_real(*latitude_deg, "deg"),
                "longitude": print_real(*longitude_deg, "deg"),
                "radius": print_real(*radius_km, "km"),
            }),
        ),
        Places::Line(points) => {
            let pair = |&(a, b): &(f64, f64)| json!([print_real(a, "deg"), print_real(b, "deg")]);
            put("line", points.iter().map(pair).collect())
        }
        Places::Cities(limits) => put("cities", cities(limits)),
        Places::Nodes(name) => put("nodes", json!(name)),
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
    if let Some(gravity) = users.gravity {
        let shortest = print_real(gravity.shortest_km, "km");
        put("gravity", json!({ "exponent": gravity.exponent, "shortest": shortest }));
    }
    put("sessions", sessions(&users.sessions));
    put("mix", users.mix.iter().map(part).collect());
    put("seed", json!(users.seed));
    Json::Object(table)
}

fn cities(limits: &CityLimits) -> Json {
    let mut table = json!({
        "minimum_population": limits.minimum_population,
        "spread": print_real(limits.spread_km, "km"),
    });
    if let Some(file) = &limits.file {
        table["file"] = json!(file);
    }
    if let Some(countries) = &limits.countries {
        table["countries"] = json!(countries);
    }
    for (key, edge_deg) in ["south", "north", "west", "east"].into_iter().zip(limits.edges_deg) {
        if let Some(deg) = edge_deg {
            table[key] = json!(print_real(deg, "deg"));
        }
    }
    table
}

fn sessions(sessions: &Sessions) -> Json {
    let mut table = json!({
        "start": print_duration(sessions.start),
        "within": print_duration(sessions.within),
    });
    match &sessions.arrivals {
        Arrivals::Each { count, evenly } => {
            table["each"] = json!(count);
            table["evenly"] = json!(evenly);
        }
        Arrivals::Poisson { per_hour, busy_hour } => {
            table["per_hour"] = json!(per_hour);
            if let Some(BusyHour { curve, clock }) = busy_hour {
                table["busy_hour"]["curve"] = match curve {
                    Curve::Published(published) => json!(name_of(*published)),
                    Curve::Own(hours) => json!(**hours),
                };
                if let Some(clock) = clock {
                    table["busy_hour"]["clock"] = json!(Clock::print(*clock));
                }
            }
        }
    }
    table
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
