//! Beams: one transmitter that several users share, each of whom has a link of their own back.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::json;
use skyseam_base::{Duration, Rate};
use skyseam_constellation::config::Wire;
use skyseam_net::channel::{ChannelConfig, ChannelModel};
use skyseam_net::config::LinkConfig;
use skyseam_net::keys::{self, Ends, RadioTables, channel, loss_config};
use skyseam_net::queue::product::{Product, queue};
use skyseam_net::{LinkTrace, link_trace_file};
use skyseam_params::Model;

use super::access;
use super::links::delay_at;
use super::names::Names;
use super::network::Laid;
use super::offsets::{OffsetKeys, check_last, offsets};
use super::scheduler::{Waiting, check_weights, queue_or_scheduler};
use crate::beam_tables::{BeamTable, FadingKind, RedundancyFadingKind};
use crate::document::At;
use crate::error::{Problems, short};
use crate::scenario::{Beam, BeamUser, Fading};
use crate::tables::ScenarioTable;
use crate::text_values::Name;

/// Each course of fading that is drawn holds some 30 kB: of more users they take gigabytes.
const MOST_COURSES: u32 = 30_000;

/// A beam as a scenario resolves it.
pub(super) struct BeamLink {
    pub(super) beam: Beam,
    /// To each user, in their order.
    pub(super) wires: Vec<Wire>,
}

/// The beams that are described completely, laid from their transmitters to their users.
pub(super) fn beams(
    file: &ScenarioTable,
    names: &mut Names,
    laid: &mut Laid,
    problems: &mut Problems<'_>,
) -> Vec<BeamLink> {
    let mut taken = BTreeSet::new();
    let mut beams = Vec::new();
    for table in file.beams.iter().flat_map(|list| &list.0) {
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

/// Who receives the beam, in their order; each is linked to the transmitter.
fn users(
    table: &At<BeamTable>,
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
    table: &At<BeamTable>,
    users: Vec<String>,
    names: &Names,
    problems: &mut Problems<'_>,
) -> Option<BeamLink> {
    let count = u32::try_from(users.len()).ok()?;
    let keys = OffsetKeys {
        table: &table.place,
        has_trace: table.trace.is_some(),
        offset: &table.trace_offset,
        stagger: &table.trace_stagger,
        group: Some(count),
    };
    let offsets = offsets(&keys, problems);
    let tables = RadioTables {
        channel: table.channel.as_ref(),
        harq: table.harq.as_ref(),
        reordering: table.reordering.as_ref(),
        place: &table.place,
        ends: Ends::Beam,
    };
    let radio = keys::radio(tables, problems);
    let fading = fading(table, radio.as_ref().map(|radio| radio.channel.offset), count, problems);
    let model = radio.as_ref().map(|radio| &radio.channel.model);
    let gains = gains(table, &users, names, problems);
    let channels = channels(table, &users, names, problems);
    let others = channels.values().filter(|channel| channel.model.is_drawn()).count() as u32;
    let rest = count.saturating_sub(channels.len() as u32);
    check_courses(table, model, fading, (rest, others), problems);
    let rate = table.rate.as_ref().map(|rate| rate.0);
    let trace = trace(table, rate, problems);
    let delay = |index: u32| {
        let offset = offsets.first + offsets.further(index);
        delay_at(trace.as_deref(), offset).or(table.delay.as_ref().map(|delay| delay.0))
    };
    let twice = delay(0).map(|delay| delay * 2);
    let rtt = table.reference_rtt.as_ref().map(|rtt| rtt.0).or(twice);
    let waiting = waiting(table, problems);
    // A limit of what is not known is not looked at.
    let queue = match rate.zip(rtt) {
        Some((rate, rtt)) => {
            let product = Product { rate: Some(rate), rtt: Some(rtt) };
            queue_or_scheduler(waiting, radio.as_deref(), product, problems)
        }
        None => None,
    };
    // Of users who are not known nothing is said.
    if let Some(scheduler) = &table.scheduler
        && !names.in_doubt
        && !problems.any_under(&table.place.path_of("to"))
    {
        check_weights(scheduler, queue.as_ref(), count, problems);
    }
    let loss = table.loss.as_ref().and_then(|loss| loss_config(loss, Ends::Beam, problems));
    let back = back(table, rtt, problems);
    let forward = LinkConfig {
        rate: rate?,
        framing_bytes: u32::try_from(table.framing.as_ref()?.0).ok()?,
        queue: queue?,
        loss,
        order: table.order.as_ref()?.value,
        trace: trace.clone(),
        trace_offset: offsets.first,
        radio,
        access: None,
    };
    let from = table.from.as_ref()?.0.clone();
    let wire = |(index, user): (u32, &String)| {
        Some(Wire { between: [from.clone(), user.clone()], delay: delay(index)? })
    };
    let wires = (0..).zip(&users).map(wire).collect::<Option<_>>()?;
    let user = |(index, name): (u32, String)| {
        let gain_db = gains.get(&name).copied().unwrap_or(0.0);
        let channel = channels.get(&name).cloned();
        BeamUser { trace_offset: offsets.further(index), gain_db, channel, name }
    };
    let users = (0..).zip(users).map(user).collect();
    let name = table.name.as_ref()?.0.clone();
    let redundancy = table.redundancy_fading.as_ref().map(|own| own.value);
    let redundancy_at_first = redundancy == Some(RedundancyFadingKind::FirstUser);
    let (back, fading) = (back?, fading?);
    problems.fill(&table.place, forward.printed());
    if forward.radio.is_some() {
        let usual = json!({ "fading": "own", "redundancy_fading": "own" });
        problems.fill(&table.place, usual);
    }
    let beam = Beam { name, from, users, forward, back, fading, redundancy_at_first };
    Some(BeamLink { beam, wires })
}

/// What waits before the transmitter; one of the two ways to say it must be there.
fn waiting<'t>(table: &'t At<BeamTable>, problems: &mut Problems<'_>) -> Waiting<'t> {
    let given = |key: &str| {
        let path = table.place.path_of(key);
        problems.any_under(&path) || problems.doubts(&path)
    };
    let is_said = table.queue.is_some() || table.scheduler.is_some();
    if !is_said && !given("queue") && !given("scheduler") {
        problems
            .add(&table.place, "nothing says what waits for the beam")
            .expected("`queue`, one for all users, or `scheduler`, which has one for each")
            .help("add one, for example queue = \"100 packets\"");
    }
    Waiting {
        queue: table.queue.as_ref(),
        scheduler: table.scheduler.as_ref(),
        has_channel: table.channel.is_some() || table.harq.is_some(),
    }
}

/// The transmitter of each user.
fn back(
    table: &BeamTable,
    rtt: Option<Duration>,
    problems: &mut Problems<'_>,
) -> Option<LinkConfig> {
    let own = table.back.as_ref()?;
    let rate = own.rate.as_ref().map(|rate| rate.0);
    let product = Product { rate, rtt };
    let has_product = rate.is_some() && rtt.is_some();
    let shape = own.queue.as_ref().filter(|_| has_product);
    let queue = shape.and_then(|shape| queue(shape, product, problems));
    let loss = own.loss.as_ref().and_then(|loss| loss_config(loss, Ends::Beam, problems));
    let framing_bytes = u32::try_from(own.framing.as_ref()?.0).ok()?;
    let access = own.access.as_ref().and_then(|own| access::model(own, rate, problems));
    Some(LinkConfig {
        framing_bytes,
        loss,
        access,
        order: table.order.as_ref()?.value,
        ..LinkConfig::plain(rate?, 0, queue?)
    })
}

/// The trace of the delay, at one rate.
fn trace(
    table: &BeamTable,
    rate: Option<Rate>,
    problems: &mut Problems<'_>,
) -> Option<Arc<LinkTrace>> {
    let name = table.trace.as_ref()?;
    let rows = link_trace_file::read(name, problems)?;
    let first = rows.rows[0];
    let others = [("rate_bps", first.rate.is_some()), ("loss", first.loss.is_some())];
    if let Some((column, _)) = others.iter().find(|(_, is_there)| *is_there) {
        problems
            .add(&name.place, "the trace of a beam says its delay and nothing else")
            .found(format!("a column `{column}` in \"{}\"", short(&name.0)))
            .expected("the columns t_s and delay_ms")
            .help("a beam has one `rate` and one `loss` for all its users, wherever they are");
        return None;
    }
    rows.trace(None, rate?).map(Arc::new)
}

/// How the courses of users hang together, of a channel that begins so far into its course.
fn fading(
    table: &At<BeamTable>,
    offset: Option<Duration>,
    count: u32,
    problems: &mut Problems<'_>,
) -> Option<Fading> {
    let kind = table.fading.as_ref().map(|kind| kind.value);
    let stagger = table.fading_stagger.as_ref();
    if table.channel.is_none() {
        let places = [
            ("fading", table.fading.as_ref().map(|own| &own.place)),
            ("fading_stagger", stagger.map(|own| &own.place)),
            ("redundancy_fading", table.redundancy_fading.as_ref().map(|own| &own.place)),
        ];
        for (key, place) in places {
            let Some(place) = place else { continue };
            problems
                .add(place, format!("`{key}` needs a `channel`: without one nobody fades"))
                .help("give the beam `channel` and `harq` too, or remove the key");
        }
    }
    match (kind.unwrap_or(FadingKind::Own), stagger) {
        (FadingKind::Staggered, Some(stagger)) => {
            check_last(
                "course of the channel",
                stagger,
                offset.unwrap_or_default(),
                count,
                problems,
            );
            Some(Fading::Staggered(stagger.0))
        }
        (FadingKind::Staggered, None) => {
            let place = &table.fading.as_ref()?.place;
            if problems.doubts(&table.place.path_of("fading_stagger")) {
                return None;
            }
            problems
                .add(place, "nothing says how far apart users are on the course")
                .expected("`fading_stagger`, such as fading_stagger = \"51 s\"");
            None
        }
        (_, Some(stagger)) => {
            problems
                .add(&stagger.place, "`fading_stagger` needs fading = \"staggered\"")
                .help("add it, or remove `fading_stagger`");
            None
        }
        (FadingKind::Own, None) => Some(Fading::Own),
        (FadingKind::Shared, None) => Some(Fading::Shared),
    }
}

/// Notes more users than courses of a channel can be drawn for, of these who receive over the
/// beam's channel and those who have a course of another.
fn check_courses(
    table: &At<BeamTable>,
    model: Option<&Model<dyn ChannelModel>>,
    fading: Option<Fading>,
    (users, others): (u32, u32),
    problems: &mut Problems<'_>,
) {
    let is_drawn = model.is_some_and(|model| model.is_drawn());
    let is_own = matches!(fading, Some(Fading::Own | Fading::Staggered(_)));
    let count = others + if is_drawn && is_own { users } else { 0 };
    if count > MOST_COURSES {
        let place = table.channel.as_ref().map_or(&table.place, |channel| &channel.place);
        problems
            .add(place, "too many users of the beam have fading of their own")
            .found(format!("{count} users"))
            .expected(format!("at most {MOST_COURSES}"))
            .help("fewer users, or fading = \"shared\"");
    }
}

/// What users receive more than the channel says, dB, by name.
fn gains(
    table: &At<BeamTable>,
    users: &[String],
    names: &Names,
    problems: &mut Problems<'_>,
) -> BTreeMap<String, f64> {
    let Some(list) = &table.gains else { return BTreeMap::new() };
    if table.channel.is_none() && !list.0.is_empty() {
        problems
            .add(&list.place, "`gains` need a `channel`: without one all receive alike")
            .help("give the beam `channel` and `harq` too, or remove `gains`");
    }
    let gains = list.0.iter().filter_map(|own| Some((own.user.as_ref()?, own.gain.as_ref()?.0)));
    by_user("gain", gains.collect(), table, users, names, problems)
}

/// The channel of each user who receives over another than the beam's, by name.
fn channels(
    table: &At<BeamTable>,
    users: &[String],
    names: &Names,
    problems: &mut Problems<'_>,
) -> BTreeMap<String, ChannelConfig> {
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
        let read = own.channel.as_ref().and_then(|of| channel(of, Ends::Beam, problems));
        channels.extend(own.user.as_ref().zip(read).map(|(user, (channel, _))| (user, channel)));
    }
    by_user("channel", channels, table, users, names, problems)
}

/// What is said of users of a beam or groups of them, by the name of each user.
fn by_user<T: Clone>(
    what: &str,
    said: Vec<(&At<Name>, T)>,
    table: &At<BeamTable>,
    users: &[String],
    names: &Names,
    problems: &mut Problems<'_>,
) -> BTreeMap<String, T> {
    let mut each = BTreeMap::new();
    let known: BTreeSet<&str> = users.iter().map(String::as_str).collect();
    let to = table.place.path_of("to");
    let all_known = !problems.any_under(&to);
    for (name, own) in said {
        names.check_end(name, problems);
        let end = names.end(&name.0);
        for user in (0..end.count()).map(|index| end.node(index)) {
            let is_somebody = names.number(&user).is_some();
            if all_known && is_somebody && !known.contains(user.as_str()) {
                problems
                    .add(&name.place, format!("a {what} of somebody who does not receive the beam"))
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
