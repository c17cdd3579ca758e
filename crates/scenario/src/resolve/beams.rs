//! Beams: one transmitter that several users share, each of whom has a return link of their own.

use std::collections::{BTreeMap, BTreeSet};

use skyseam_constellation::description::config::Wire;
use skyseam_constellation::names::Laid;
use skyseam_constellation::names::Names;
use skyseam_net::channel::ChannelConfig;
use skyseam_net::keys::beam::{Audience, BeamLinks, BeamTable, UserBudget, links};
use skyseam_net::keys::{TableDirections, channel};

use crate::document::{Items, Spanned};
use crate::error::{Problems, short};
use crate::scenario::{Beam, BeamUser};
use crate::tables::ScenarioTable;
use crate::text_values::Name;

/// Resolves the beams without errors, each with wires from its transmitter to its users, in their
/// order.
pub(super) fn beams(
    file: &ScenarioTable,
    names: &mut Names,
    laid: &mut Laid,
    problems: &mut Problems<'_>,
) -> Vec<(Beam, Vec<Wire>)> {
    let mut taken = BTreeSet::new();
    let mut beams = Vec::new();
    for table in file.beams.items() {
        if let Some(name) = &table.name
            && !taken.insert(&name.value)
        {
            problems
                .add(&name.place, "two beams have the same name")
                .found(format!("\"{}\" a second time", short(&name.0)))
                .expected("a name that no other beam has");
        }
        let users = users(table, names, laid, problems);
        beams.extend(beam(table, users, names, problems));
    }
    beams
}

/// The receivers of the beam, in their order; links each to the transmitter.
fn users(
    table: &Spanned<BeamTable>,
    names: &mut Names,
    laid: &mut Laid,
    problems: &mut Problems<'_>,
) -> Vec<String> {
    if let Some(from) = &table.from {
        names.check(&from.0, &from.place, problems);
    }
    let mut users = Vec::new();
    let mut known = BTreeSet::new();
    for name in table.to.iter().flat_map(|to| &to.0) {
        names.check_end(name, problems);
        let end = names.end(&name.0);
        if !laid.takes(end.count(), &name.place, problems) {
            continue;
        }
        for user in (0..end.count()).map(|index| end.node(index)) {
            let from = table.from.as_ref().map(|from| from.0.as_str());
            let problem = if from == Some(&user) {
                problems.add(&name.place, "a beam does not lead to its own transmitter")
            } else if !known.insert(user.clone()) {
                problems.add(&name.place, "a beam has a user twice")
            } else if from.is_some_and(|from| !laid.lay(names, [from, &user])) {
                let from = from.unwrap_or_default();
                let what = format!("a wire or beam leads from \"{}\" there already", short(from));
                problems.add(&name.place, what)
            } else {
                users.push(user);
                continue;
            };
            problem
                .found(format!("\"{}\"", short(&user)))
                .expected("users to whom nothing else leads from the transmitter")
                .help("name another user, or put a node between");
            break;
        }
    }
    users
}

fn beam(
    table: &Spanned<BeamTable>,
    users: Vec<String>,
    names: &Names,
    problems: &mut Problems<'_>,
) -> Option<(Beam, Vec<Wire>)> {
    let receivers = Receivers { table, users: &users, names };
    let gains = receivers.gains(problems);
    let channels = receivers.channels(problems);
    let drawn = channels.values().filter(|channel| channel.model.is_drawn()).count();
    let audience = Audience {
        users: u32::try_from(users.len()).ok()?,
        apart: channels.len() as u32,
        drawn: drawn as u32,
        is_known: !names.in_doubt && !problems.any_under(&table.place.path_of("to")),
    };
    let links = links(table, audience, problems)?;
    let budgets = receivers.budgets(links.budget.as_ref(), problems);
    let from = table.from.as_ref()?.0.clone();
    let wire = |(index, user): (u32, &String)| {
        Some(Wire::new([from.clone(), user.clone()], links.delay(index)?))
    };
    let wires = (0..).zip(&users).map(wire).collect::<Option<_>>()?;
    let user = |(index, name): (u32, String)| {
        let gain_db = gains.get(&name).copied().unwrap_or(0.0);
        let channel = channels.get(&name).cloned();
        let budget = budgets.get(&name).or(links.budget.as_ref()).cloned();
        BeamUser { trace_offset: links.offsets.further(index), gain_db, channel, budget, name }
    };
    let users = (0..).zip(users).map(user).collect();
    let name = table.name.as_ref()?.0.clone();
    let BeamLinks { forward, back, fading, redundancy_at_first, .. } = links;
    let beam = Beam { name, from, users, forward, back, fading, redundancy_at_first };
    Some((beam, wires))
}

/// The users of a beam, to whom some keys give values of their own.
struct Receivers<'b> {
    table: &'b Spanned<BeamTable>,
    users: &'b [String],
    names: &'b Names,
}

impl Receivers<'_> {
    /// Gain of each user relative to the beam's channel, dB, by name.
    fn gains(&self, problems: &mut Problems<'_>) -> BTreeMap<String, f64> {
        let table = self.table;
        let Some(list) = &table.gains else { return BTreeMap::new() };
        if table.channel.is_none() && !list.0.is_empty() {
            problems
                .add(&list.place, "`gains` need a `channel`: without one all receive alike")
                .help("give the beam `channel` and `harq` too, or remove `gains`");
        }
        let gains =
            list.0.iter().filter_map(|own| Some((own.user.as_ref()?, own.gain.as_ref()?.0)));
        self.by_user("gain", gains.collect(), problems)
    }

    /// Channel of each user who receives over another than the beam's, by name.
    fn channels(&self, problems: &mut Problems<'_>) -> BTreeMap<String, ChannelConfig> {
        let table = self.table;
        let Some(list) = &table.channels else { return BTreeMap::new() };
        let path = table.place.path_of("channel");
        let in_doubt = problems.any_under(&path) || problems.doubts(&path);
        if table.channel.is_none() && !list.0.is_empty() && !in_doubt {
            problems
                .add(&list.place, "`channels` stand in the place of the beam's `channel`")
                .found("no `channel` of the beam")
                .help("give the beam `channel` and `harq` too, or remove `channels`");
        }
        let mut channels = Vec::new();
        for own in &list.0 {
            let read =
                own.channel.as_ref().and_then(|of| channel(of, TableDirections::Beam, problems));
            channels
                .extend(own.user.as_ref().zip(read).map(|(user, (channel, _))| (user, channel)));
        }
        self.by_user("channel", channels, problems)
    }

    /// Link budget of each user with another one than the beam's, by name.
    fn budgets(
        &self,
        of_beam: Option<&UserBudget>,
        problems: &mut Problems<'_>,
    ) -> BTreeMap<String, UserBudget> {
        let Some(of_beam) = of_beam else { return BTreeMap::new() };
        let mut budgets = Vec::new();
        for own in self.table.budgets.items() {
            budgets.extend(own.user.as_ref().zip(of_beam.over(own, self.table, problems)));
        }
        self.by_user("budget", budgets, problems)
    }

    /// Values for users of a beam or groups of them, by the name of each user.
    fn by_user<T: Clone>(
        &self,
        what: &str,
        said: Vec<(&Spanned<Name>, T)>,
        problems: &mut Problems<'_>,
    ) -> BTreeMap<String, T> {
        let mut each = BTreeMap::new();
        let known: BTreeSet<&str> = self.users.iter().map(String::as_str).collect();
        let all_known = !problems.any_under(&self.table.place.path_of("to"));
        for (name, own) in said {
            self.names.check_end(name, problems);
            let end = self.names.end(&name.0);
            for user in (0..end.count()).map(|index| end.node(index)) {
                let is_somebody = self.names.number(&user).is_some();
                if all_known && is_somebody && !known.contains(user.as_str()) {
                    problems
                        .add(
                            &name.place,
                            format!("a {what} of a user who does not receive the beam"),
                        )
                        .found(format!("\"{}\"", short(&user)))
                        .expected("a user of the beam, or a group of them");
                    break;
                }
                if each.insert(user.clone(), own.clone()).is_some() {
                    problems
                        .add(&name.place, format!("a user has two {what}s"))
                        .found(format!("\"{}\" a second time", short(&user)))
                        .help("remove one of the two");
                    break;
                }
            }
        }
        each
    }
}
