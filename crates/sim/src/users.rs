//! The tables `users` and `sessions` of a run with users: the users, and the flow of each session.

use std::collections::BTreeMap;

use skyseam_scenario::{Scenario, SessionDirection, SessionTarget, Users};
use skyseam_trace::{Columns, Names, Table, columns};

use crate::flows::FlowOutcome;

columns! {
    /// A row for each user of the scenario's [users](users.md), with sessions or without.
    pub(crate) struct UsersTable "users" {
        /// Name of the users' group.
        users: Names,
        /// Name of the terminal or node.
        user: Names,
        /// Name of the city; null if users do not live in cities.
        city: Names,
        /// Latitude; null without a location.
        latitude_deg: Vec<f64> as "deg",
        /// Longitude, east positive; null without a location.
        longitude_deg: Vec<f64> as "deg",
        /// Number of sessions that begin within the run.
        sessions: Vec<u64>,
    }
}

columns! {
    /// A row for each session of the scenario's [users](users.md): its flow and its user.
    pub(crate) struct SessionsTable "sessions" {
        /// Number of the flow.
        flow: Vec<u64>,
        /// Name of the users' group.
        users: Names,
        /// Name of the terminal or node of the user.
        user: Names,
        /// Name of the component of the mix.
        part: Names,
        /// Whether the user sends, or is the client.
        is_upload: Vec<bool>,
        /// Kind of application.
        application: Names,
        /// Maximum time from start to last byte that meets the target; null without such a target.
        target_s: Vec<f64> as "s",
        /// Minimum goodput that meets the target; null without such a target.
        target_bps: Vec<f64> as "bit/s",
    }
}

/// Distinct texts of a column.
#[derive(Default)]
struct Texts<'t> {
    texts: Vec<&'t str>,
    numbers: BTreeMap<&'t str, u32>,
}

impl<'t> Texts<'t> {
    /// Number of this text.
    fn of(&mut self, text: &'t str) -> u32 {
        let texts = &mut self.texts;
        *self.numbers.entry(text).or_insert_with(|| {
            texts.push(text);
            texts.len() as u32 - 1
        })
    }

    fn column(&self, indices: Vec<u32>) -> Names {
        Names::new(indices, &self.texts)
    }
}

/// Both tables, if the scenario has users.
pub(crate) fn tables(scenario: &Scenario, flows: &[FlowOutcome]) -> Vec<(&'static str, Table)> {
    if scenario.users.is_empty() {
        return Vec::new();
    }
    vec![("users", users(&scenario.users)), ("sessions", sessions(&scenario.users, flows))]
}

fn users(groups: &[Users]) -> Table {
    let [mut names, mut nodes, mut cities] = [(); 3].map(|()| Texts::default());
    let [mut of_group, mut of_user, mut of_city] = [(); 3].map(|()| Vec::new());
    let (mut latitude_deg, mut longitude_deg, mut sessions) = (Vec::new(), Vec::new(), Vec::new());
    for group in groups {
        let mut held = vec![0u64; group.members.len()];
        for session in &group.held {
            held[session.user as usize] += 1;
        }
        for user in &group.members {
            let (latitude, longitude) = user.place_deg.unwrap_or((f64::NAN, f64::NAN));
            of_group.push(names.of(&group.name));
            of_user.push(nodes.of(&user.node));
            of_city.push(user.city.as_ref().map_or(u32::MAX, |city| cities.of(city)));
            latitude_deg.push(latitude);
            longitude_deg.push(longitude);
        }
        sessions.extend(held);
    }
    UsersTable {
        users: names.column(of_group),
        user: nodes.column(of_user),
        city: cities.column(of_city),
        latitude_deg,
        longitude_deg,
        sessions,
    }
    .into_table()
}

fn sessions(groups: &[Users], flows: &[FlowOutcome]) -> Table {
    let [mut names, mut nodes, mut parts, mut kinds] = [(); 4].map(|()| Texts::default());
    let [mut of_group, mut of_user, mut of_part, mut of_kind] = [(); 4].map(|()| Vec::new());
    let (mut numbers, mut is_upload) = (Vec::new(), Vec::new());
    let (mut target_s, mut target_bps) = (Vec::new(), Vec::new());
    // Each series of users is one flow; further parts of split connections stand behind all.
    for (flow, row) in (0u64..).zip(flows).filter(|(flow, row)| u64::from(row.whole.0) == *flow) {
        let series = row.series.index();
        let after = groups.partition_point(|group| group.first_flow <= series);
        let Some(group) = after.checked_sub(1).map(|number| &groups[number]) else { continue };
        let Some(session) = group.held.get(series - group.first_flow) else { continue };
        let part = &group.mix[session.part as usize];
        numbers.push(flow);
        of_group.push(names.of(&group.name));
        of_user.push(nodes.of(&group.members[session.user as usize].node));
        of_part.push(parts.of(&part.name));
        is_upload.push(part.way == SessionDirection::Up);
        of_kind.push(kinds.of(part.application.name()));
        let (longest, least) = match part.target {
            Some(SessionTarget::Completion(span)) => (span.as_secs_f64(), f64::NAN),
            Some(SessionTarget::Goodput(rate)) => (f64::NAN, rate.as_bps() as f64),
            None => (f64::NAN, f64::NAN),
        };
        target_s.push(longest);
        target_bps.push(least);
    }
    SessionsTable {
        flow: numbers,
        users: names.column(of_group),
        user: nodes.column(of_user),
        part: parts.column(of_part),
        is_upload,
        application: kinds.column(of_kind),
        target_s,
        target_bps,
    }
    .into_table()
}
