//! Conversion of the tables of a sweep file to a [`Sweep`]: every check that concerns more than one
//! key.
//!
//! Examines the scenario's tree only to see that keys exist; the values are checked when a run's
//! scenario is read.

use super::design::{Axis, Crossed, Design, Drawn, Law, Points};
use super::key::Key;
use super::number::{NoSteps, Number, Steps};
use super::tables::{Anything, Base, GlobeTable, KeptTable, SweepTable, VaryTable};
use super::template::Template;
use super::{MAX_RUNS, Sweep};
use crate::document::{Items, SourceSpan, Spanned, Value, read as read_document};
use crate::error::{Problems, ScenarioErrors};
use crate::models::Models;
use crate::shape::Shape;
use skyseam_params::files::{Files, Reference};

/// The scenario file that a sweep file names, as read by the caller.
#[derive(Clone, Debug)]
pub enum BaseFile {
    /// The file was read.
    Read {
        /// Text of the file.
        text: String,
        /// Name of the file in messages.
        name: String,
        /// Files to which the scenario refers.
        files: Files,
    },
    /// The file could not be read, for the reason in this sentence.
    Unreadable(String),
}

/// The scenario file that the text of a sweep file names, if it names one.
///
/// Tolerates every fault of the text: [`read`] reports them.
pub fn base_of(text: &str) -> Option<String> {
    crate::text_values::FileName::of(&base(text)?.value).map(String::from)
}

/// The files that the scenario within the text of a sweep file refers to; tolerates every fault.
pub fn references_of(text: &str) -> Vec<Reference> {
    base(text).map_or_else(Vec::new, |base| Models::built_in().references_in(&base))
}

fn base(text: &str) -> Option<Spanned<Value>> {
    read_document(text, &mut Problems::new(text))?.get("scenario").cloned()
}

/// Reads and checks a sweep file; `name` is its name in messages, `base` the scenario file that it
/// names (see [`base_of`]), `files` those that a scenario within it refers to, `models` the models
/// that scenarios can choose from. [`Sweep::scenario`] checks the scenarios of its runs.
///
/// # Errors
/// All problems of the text, in its order; or that the scenario file is not TOML.
pub fn read(
    text: &str,
    name: &str,
    base: Option<BaseFile>,
    files: Files,
    models: &Models,
) -> Result<Sweep, ScenarioErrors> {
    let mut problems = Problems::of(text, models.format());
    let document = read_document(text, &mut problems);
    let table = document.and_then(|document| SweepTable::read(&document, &mut problems));
    let Some(table) = table else { return Err(problems.into_errors(name)) };
    let Some(scenario) = &table.scenario else { return Err(problems.into_errors(name)) };
    let template = match (&scenario.value, base) {
        (Base::Inline(value), _) => Template::inside(text, name, value.clone(), files, models),
        (Base::File(_), Some(BaseFile::Read { text, name, files })) => {
            Template::read(&text, &name, files, models)?
        }
        (Base::File(file), unread) => {
            let why = match unread {
                Some(BaseFile::Unreadable(why)) => why,
                _ => "its contents were not given beside the sweep's text".into(),
            };
            problems
                .add(&scenario.place, format!("`scenario`: {why}"))
                .found(format!("\"{}\"", file.0))
                .expected("a scenario file, relative to the directory of the sweep file");
            return Err(problems.into_errors(name));
        }
    };
    let design = crossed(&table, &template, &mut problems);
    let tables: Vec<KeptTable> = table.keep.items().map(|kept| kept.value.clone()).collect();
    let varied = design.as_ref().map_or(Vec::new(), keys);
    if let Some((number, name, width)) = template.lacks_bins(&tables, &varied) {
        let message = format!("the width of the bins of `{name}` is missing in the scenario");
        let place =
            table.keep.items().nth(number).map_or(SourceSpan::default(), |kept| kept.place.clone());
        problems
            .add(&place, message)
            .expected(format!("{width} in the scenario, or among what is varied"));
    }
    warn_of_fixed_users(&table, &template, &varied, &mut problems);
    let Some(design) = design.filter(|_| problems.is_empty()) else {
        return Err(problems.into_errors(name));
    };
    let (design, warnings) = (Design::Crossed(design), problems.into_warnings(name));
    let title = table.title.map(|title| title.value.0);
    Ok(Sweep { title, warnings, ..Sweep::of(name, template, design, &tables, &varied) })
}

/// Warns of users whose own seed gives every replication the same locations and sessions.
fn warn_of_fixed_users(
    table: &SweepTable,
    template: &Template,
    varied: &[Key],
    problems: &mut Problems<'_>,
) {
    let Some(replications) = table.replications.as_ref().filter(|count| count.value.0 > 1) else {
        return;
    };
    let groups = template.document().get("users").map_or(0, |users| users.items().len());
    for number in 0..groups {
        let key = Key::of(&format!("users[{number}].seed"));
        if template.has(&key) && template.overlapping(&key, varied).is_none() {
            problems
                .warn(&replications.place, "all replications have the same users")
                .found(format!("{key}, which fixes their places and sessions"))
                .help("without that key users follow run.seed, which replications count up");
        }
    }
}

/// All keys that a design sets.
fn keys(design: &Crossed) -> Vec<Key> {
    let listed = design.axes.iter().flat_map(|axis| axis.keys.iter());
    listed.chain(design.drawn.iter().flat_map(|drawn| drawn.keys.iter())).cloned().collect()
}

fn crossed(
    table: &SweepTable,
    template: &Template,
    problems: &mut Problems<'_>,
) -> Option<Crossed> {
    let seed = table.seed.as_ref()?.0.cast_unsigned();
    let replications = table.replications.as_ref()?.0.cast_unsigned();
    let mut known: Vec<Key> = Vec::new();
    let (mut axes, mut laws) = (Vec::new(), Vec::new());
    for vary in table.vary.items() {
        let Some(keys) = addressed(vary, template, &mut known, problems) else { continue };
        let width = keys.len();
        if let Some(values) = &vary.values {
            let points = rows(values, width, problems).map(Points::Listed);
            axes.extend(points.map(|points| Axis { keys, points }));
        } else if let Some(range) = &vary.range {
            let numbers = [&range.from, &range.to, &range.step];
            let points = steps(vary, width, &range.place, numbers, problems).map(Points::Stepped);
            axes.extend(points.map(|points| Axis { keys, points }));
        } else {
            laws.extend(law(vary, width, problems).map(|law| (keys, law)));
        }
    }
    let draws = draws(table, !laws.is_empty(), problems);
    let seed_key = Key::of("run.seed");
    if replications > 1
        && let Some(key) = template.overlapping(&seed_key, &known)
    {
        let place = table.replications.as_ref().map(|replications| &replications.place)?;
        problems
            .add(place, format!("`replications` sets run.seed, and so does \"{key}\""))
            .expected("one of the two");
    }
    if known.is_empty() && replications == 1 && problems.is_empty() {
        problems
            .add(&SourceSpan::default(), "nothing is varied, so there is a single run")
            .expected("[[vary]] tables, or replications = 10")
            .help("`skyseam run` runs a scenario once");
    }
    if !problems.is_empty() {
        return None;
    }
    let first_seed = template.whole(&seed_key).unwrap_or(1);
    let drawn = |(keys, law)| Drawn::new(keys, law, draws, seed);
    let design = Crossed {
        axes,
        drawn: laws.into_iter().map(drawn).collect(),
        draws,
        seed,
        replications,
        first_seed: (seed_key, first_seed),
    };
    if design.runs().is_none_or(|runs| runs > MAX_RUNS) {
        problems
            .add(&SourceSpan::default(), "the combinations are more runs than a sweep can have")
            .found(design.runs().map_or("more than 2^64".into(), |runs| runs.to_string()))
            .expected(format!("at most {MAX_RUNS}"));
        return None;
    }
    Some(design)
}

/// Number of draws; one if nothing is drawn.
fn draws(table: &SweepTable, is_drawn: bool, problems: &mut Problems<'_>) -> u64 {
    match &table.draws {
        Some(draws) if is_drawn => draws.0.cast_unsigned(),
        Some(draws) if !problems.any_under("vary") => {
            problems
                .add(&draws.place, "nothing is drawn at random, so there is nothing to draw")
                .expected("a [[vary]] with uniform, log_uniform, choice or globe")
                .help("replications = 10 runs every combination with ten seeds");
            1
        }
        None if is_drawn && !problems.doubts("draws") => {
            let place = SourceSpan { path: "draws".into(), ..SourceSpan::default() };
            problems
                .add(&place, "the key `draws` is missing")
                .expected("a number of random draws")
                .help("add it above the first [[vary]], for example draws = 1000");
            1
        }
        _ => 1,
    }
}

/// The keys of a variable; for a globe, latitude and longitude of the table it names.
fn addressed(
    vary: &Spanned<VaryTable>,
    template: &Template,
    known: &mut Vec<Key>,
    problems: &mut Problems<'_>,
) -> Option<Vec<Key>> {
    let listed = &vary.key.as_ref()?.value.0;
    let mut keys = Vec::new();
    for key in listed {
        let ends = match vary.globe {
            Some(_) => ["latitude", "longitude"].map(|end| key.inside(end)).into(),
            None => vec![key.value.clone()],
        };
        for end in ends {
            if let Err(astray) = template.follow(&end) {
                let problem =
                    problems.add(&key.place, astray.message).expected(super::key::EXPECTED);
                problem.help = astray.help;
                return None;
            }
            if let Some(twin) = template.overlapping(&end, &*known) {
                problems
                    .add(&key.place, format!("\"{end}\" is varied twice: also as \"{twin}\""))
                    .expected("each value of the scenario to be varied once")
                    .help("keys that change together stand in one list: key = [\"a\", \"b\"]");
                return None;
            }
            known.push(end.clone());
            keys.push(end);
        }
    }
    if vary.globe.is_some() && listed.len() > 1 {
        problems
            .add(&listed[1].place, "a place is drawn for one table at a time")
            .expected("one key, such as \"terminals.Hawaii\"");
        return None;
    }
    Some(keys)
}

/// The distribution of a variable of this many keys, if it has one.
fn law(vary: &Spanned<VaryTable>, width: usize, problems: &mut Problems<'_>) -> Option<Law> {
    if let Some(choice) = &vary.choice {
        return rows(choice, width, problems).map(Law::Choice);
    }
    if let Some(area) = &vary.globe {
        return globe(area, problems);
    }
    let spread = vary.uniform.as_ref().or(vary.log_uniform.as_ref())?;
    let numbers = [&spread.from, &spread.to, &spread.step];
    let steps = steps(vary, width, &spread.place, numbers, problems)?;
    if vary.uniform.is_some() {
        return Some(Law::Uniform(steps));
    }
    if steps.even_in_logarithm(0.0).is_none() {
        let place = spread.from.as_ref().map_or(&spread.place, |from| &from.place);
        problems
            .add(place, "the logarithm of zero or less is not a number")
            .expected("a number above zero");
    }
    Some(Law::LogUniform(steps))
}

/// Listed values: for each point, one for each key.
fn rows(
    values: &Spanned<Anything>,
    width: usize,
    problems: &mut Problems<'_>,
) -> Option<Vec<Vec<Value>>> {
    let row = |item: &Spanned<Value>| match &item.value {
        _ if width == 1 => Some(vec![item.value.clone()]),
        Value::List(row) if row.len() == width => {
            Some(row.iter().map(|item| item.value.clone()).collect())
        }
        _ => None,
    };
    let mut all = Vec::new();
    for item in &values.value.0 {
        match row(item) {
            Some(row) => all.push(row),
            None => {
                let found = match &item.value {
                    Value::List(row) => format!("a list of {}", row.len()),
                    other => other.described(),
                };
                problems
                    .add(&item.place, "this is not one value for each of the keys")
                    .found(found)
                    .expected(format!("a list of {width} values, in the order of the keys"));
            }
        }
    }
    (all.len() == values.value.0.len()).then_some(all)
}

/// The numbers from one to another, in the table at `place`, of a variable with one key.
fn steps(
    vary: &Spanned<VaryTable>,
    width: usize,
    place: &SourceSpan,
    [from, to, step]: [&Option<Spanned<Number>>; 3],
    problems: &mut Problems<'_>,
) -> Option<Steps> {
    if width > 1 {
        problems
            .add(
                &vary.key.as_ref()?.place,
                "several keys change together through listed values only",
            )
            .expected("one key; or values or choice, with a list for each point");
        return None;
    }
    let (from, to) = (from.as_ref()?, to.as_ref()?);
    if step.is_none() && problems.doubts(&place.path_of("step")) {
        return None;
    }
    let finest = Steps::finest(from);
    let between = Steps::between(from, to, step.as_ref().map_or(&finest, |step| &step.value));
    let place = step.as_ref().map_or(&to.place, |step| &step.place);
    let problem = match between {
        Ok(steps) => return Some(steps),
        Err(NoSteps::Units) => problems
            .add(place, "the numbers have different kinds of units")
            .expected("units of one kind, such as s and ms, for all of them"),
        Err(NoSteps::Backwards) => {
            problems.add(&to.place, "`to` is not beyond `from`").expected("the greater of the two")
        }
        Err(NoSteps::Step) => {
            problems.add(place, "the step is not above zero").expected("a number above zero")
        }
        Err(NoSteps::TooMany) => {
            problems.add(place, "there are too many steps").expected("fewer than 2^53 steps")
        }
    };
    if step.is_none() {
        problem.help("without `step` numbers are drawn to a millionth of the unit");
    }
    None
}

fn globe(area: &Spanned<GlobeTable>, problems: &mut Problems<'_>) -> Option<Law> {
    let (south, north) = (area.south.as_ref()?, area.north.as_ref()?);
    let (west, east) = (area.west.as_ref()?.value.0, area.east.as_ref()?.value.0);
    if north.value.0 <= south.value.0 {
        problems
            .add(&north.place, "`north` is not north of `south`")
            .expected("the more northern of the two latitudes");
        return None;
    }
    let width = if east > west { east - west } else { east - west + 360.0 };
    Some(Law::Globe { south: south.value.0, north: north.value.0, west, width })
}
