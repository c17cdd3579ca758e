//! The satellites: their orbits and the links between them, from a preset, from shells of the
//! file's own, or from a file of elements.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value as Json, json};
use skyseam_constellation::description::config::{Geometry, IslConfig, Propagation, Shell};
use skyseam_constellation::description::element_file::{self, ElementsKeys};
use skyseam_constellation::description::shell::{MAX_SATELLITES, ShellConfig, transposed};
use skyseam_constellation::geometry::satellite_names;
use skyseam_constellation::isl::{self, GridSeamOpen, IslKeys, LinkKind, NoLinks, Pattern};
use skyseam_orbit::Utc;
use skyseam_params::shape::Tried;
use skyseam_params::text_values::FileName;
use skyseam_params::{Model, Parameter, Shape};

use crate::document::{Items, SourceSpan, Spanned};
use crate::error::{Problems, short};
use crate::names::name_of;
use crate::presets::{self, Preset};
use crate::tables::ConstellationTable;
use crate::units::print_real;

/// Resolved `[constellation]`; parts that could not be read are `None`.
pub(crate) struct Satellites {
    pub(crate) preset: Option<Preset>,
    pub(crate) geometry: Geometry,
    pub(crate) propagation: Option<Propagation>,
    pub(crate) shells: Option<Vec<Shell>>,
    /// Default pattern of links of a shell.
    pub(crate) pattern: Model<dyn Pattern>,
    pub(crate) isl: Option<IslConfig>,
    pub(crate) listed_isls: Option<Vec<[u32; 2]>>,
    /// Whether links between satellites are described, even if they could not be read.
    pub(crate) may_have_isls: bool,
    /// Number of each satellite of a file of elements, in the order of the file.
    order: Option<Vec<u32>>,
    /// Time zero of a file of elements.
    pub(crate) zero: Option<Utc>,
}

impl Satellites {
    /// Names of the satellites and their numbers.
    pub(super) fn names(&self) -> BTreeMap<String, u32> {
        let shells = self.shells.as_deref().unwrap_or_default();
        satellite_names(self.geometry, shells).into_iter().zip(0..).collect()
    }
}

/// The satellites that the table describes, of a scenario or of a preset.
pub(crate) fn satellites(
    table: Option<&Spanned<ConstellationTable>>,
    problems: &mut Problems<'_>,
) -> Satellites {
    let Some(table) = table else {
        return Satellites {
            preset: None,
            geometry: Geometry::EXACT,
            propagation: Some(Propagation::Kepler),
            shells: Some(Vec::new()),
            pattern: isl::model(NoLinks {}),
            isl: Some(IslConfig::ALWAYS),
            listed_isls: Some(Vec::new()),
            may_have_isls: false,
            order: None,
            zero: None,
        };
    };
    let own_preset = table.preset.as_ref().and_then(|name| presets::named(name, problems));
    let preset = own_preset.as_ref();
    let geometry = table.geometry.as_ref().map(|geometry| geometry.value);
    let geometry = geometry.or(preset.map(|preset| preset.geometry)).unwrap_or(Geometry::EXACT);
    let isl = table.isl.as_ref();
    let own_isl = isl.and_then(|isl| isl.read.as_ref());
    let file = isl.and_then(|isl| isl.keys.value("file"));
    let named = isl.and_then(|isl| match &isl.read {
        Some(read) => read.pattern.clone(),
        // The pattern is known whatever else is wrong.
        None => Model::read(isl.keys.value("pattern")?, problems),
    });
    let brought = || preset.map_or_else(|| isl::model(GridSeamOpen {}), |own| own.pattern.clone());
    let is_given = file.is_some() || named.is_some();
    let pattern = match file {
        Some(_) => isl::model(NoLinks {}),
        None => named.unwrap_or_else(brought),
    };
    check_patterns(table, file.is_some(), problems);
    let elements = table.elements.as_ref().and_then(|own| element_file::read(own, problems));
    if elements.is_some() {
        check_models(table, problems);
    }
    let mut order = None;
    let shells = match (&elements, preset) {
        (Some(elements), _) => {
            let (shells, numbers) = elements.shells(&pattern);
            order = Some(numbers);
            Some(shells)
        }
        (None, Some(preset)) => {
            let linked = |shell: &Shell| match is_given {
                true => Shell { pattern: pattern.clone(), ..shell.clone() },
                false => shell.clone(),
            };
            Some(preset.shells.iter().map(linked).collect())
        }
        (None, None) => own_shells(table, &pattern, problems),
    };
    let may_have_links = |shell: &&Spanned<Tried<ShellConfig>>| match &shell.read {
        Some(read) => read.isl_pattern.as_ref().is_some_and(|own| own.has_links()),
        None => shell.keys.has("isl_pattern"),
    };
    // The pattern of all is that of shells that do not name one.
    let may_have_isls = file.is_some()
        || match &shells {
            Some(shells) => shells.iter().any(|shell| shell.pattern.has_links()),
            None => pattern.has_links() || tables_of(table).iter().any(may_have_links),
        };
    let limits = own_isl.map(|own| own.limits(preset.map(|preset| &preset.isl), geometry));
    let mut sky = Satellites {
        preset: own_preset,
        geometry,
        propagation: propagation(table, geometry, problems),
        shells,
        pattern,
        isl: limits,
        listed_isls: None,
        may_have_isls,
        order,
        zero: elements.as_ref().and_then(|elements| elements.file.epoch),
    };
    sky.listed_isls = listed(table, &sky, problems);
    warn_of_limits(isl, &sky, problems);
    let file = own_isl.and_then(|own| own.file.clone());
    print(&table.place, &sky, file, elements.map(|elements| elements.file), problems);
    sky
}

/// Warns of limits of links that affect no link here; not of default values and of limits without
/// effect by definition.
fn warn_of_limits(
    isl: Option<&Spanned<Tried<IslKeys>>>,
    sky: &Satellites,
    problems: &mut Problems<'_>,
) {
    let (Some(isl), Some(limits), Some(shells)) = (isl, &sky.isl, &sky.shells) else { return };
    let brought = sky.preset.as_ref().map(|preset| &preset.isl);
    let usual = IslKeys::usual(brought, sky.geometry);
    let mut kinds: BTreeSet<LinkKind> = BTreeSet::new();
    if sky.listed_isls.as_ref().is_none_or(|listed| !listed.is_empty()) {
        // Links of a file are checked like links between planes.
        kinds.insert(LinkKind::InterPlane);
    }
    for shell in shells.iter().filter(|shell| isl::fits(shell)) {
        kinds.extend(isl::links(shell).iter().map(|link| link.kind));
    }
    let (any, between) =
        (!kinds.is_empty(), kinds.iter().any(|kind| *kind != LinkKind::IntraPlane));
    let crosses = kinds.contains(&LinkKind::CrossSeam);
    let of = |value: fn(&IslConfig) -> f64| {
        ![value(&usual), value(&IslConfig::ALWAYS)].contains(&value(limits))
    };
    let given = [
        ("latitude_threshold", between, of(|isl| isl.latitude_threshold_deg)),
        ("seam_longitude_threshold", crosses, of(|isl| isl.seam_longitude_threshold_deg)),
        ("grazing_altitude", any, of(|isl| isl.grazing_altitude_km)),
        ("max_range", any, of(|isl| isl.max_range_km)),
        ("max_tracking_rate", any, of(|isl| isl.max_tracking_rate_deg_per_s)),
        ("acquisition", any, limits.acquisition != usual.acquisition),
    ];
    for (key, acts, is_set) in given {
        let Some(own) = isl.keys.value(key).filter(|_| is_set && !acts) else { continue };
        let what = match key {
            _ if !any => "there are no links between satellites",
            "latitude_threshold" => "there are no links between planes",
            _ => "no link crosses the seam",
        };
        problems
            .warn(&own.place, format!("`{key}` changes nothing: {what}"))
            .help("choose a pattern that has such links, or remove the key");
    }
}

/// Puts the resolved table into the manifest: the shells of a preset, or its own, or a file of
/// orbits; and the links between satellites.
fn print(
    place: &SourceSpan,
    sky: &Satellites,
    file: Option<String>,
    elements: Option<ElementsKeys>,
    problems: &mut Problems<'_>,
) {
    let (Some(shells), Some(isl)) = (&sky.shells, &sky.isl) else { return };
    let mask = sky.preset.as_ref().and_then(|preset| preset.elevation_mask_deg);
    let mask = mask.map(|mask| print_real(mask, "deg"));
    let usual = json!({ "geometry": name_of(sky.geometry), "elevation_mask": mask });
    problems.fill(place, usual);
    let put = |key: &str, value: Json, problems: &mut Problems<'_>| {
        problems.print(&place.key(key, 0..0), value);
    };
    put("preset", Json::Null, problems);
    let pattern = file.is_none().then(|| sky.pattern.clone());
    let is_listed = file.is_some();
    put("isl", IslKeys::print(&IslKeys::of(isl, pattern, file)), problems);
    if let Some(elements) = elements {
        return put("elements", ElementsKeys::print(&elements), problems);
    }
    let one = |shell: &Shell| {
        let own = ShellConfig::of(shell);
        let mut own = own.expect("shells of an element file are printed as the file");
        // Of shells that a list of links goes with, no pattern is named.
        own.isl_pattern.take_if(|_| is_listed);
        ShellConfig::print(&own)
    };
    match &shells[..] {
        [only] => {
            put("shells", Json::Null, problems);
            put("shell", one(only), problems);
        }
        several => put("shells", several.iter().map(one).collect(), problems),
    }
}

/// Reports patterns of shells in addition to a file of links.
fn check_patterns(table: &ConstellationTable, is_file: bool, problems: &mut Problems<'_>) {
    for shell in tables_of(table).into_iter().filter(|_| is_file) {
        let pattern = shell.read.as_ref().and_then(|read| read.isl_pattern.as_ref());
        let Some(pattern) = pattern else { continue };
        problems
            .add(
                &shell.keys.at("isl_pattern"),
                "links come from a file, not from the pattern of a shell",
            )
            .found(format!("\"{}\"", pattern.name()))
            .help("remove `isl_pattern`, or name a pattern in [constellation.isl]");
    }
}

/// The links that a file lists; none if there is no file.
fn listed(
    table: &ConstellationTable,
    sky: &Satellites,
    problems: &mut Problems<'_>,
) -> Option<Vec<[u32; 2]>> {
    let isl = table.isl.as_ref()?;
    let Some(given) = isl.keys.value("file") else { return Some(Vec::new()) };
    let name = &Spanned::new(FileName(FileName::of(&given.value)?.into()), given.place.clone());
    // Without satellites every link would lead to nothing.
    if sky.shells.is_none() {
        return problems.text_of(name).and(None);
    }
    isl::file::read(name, &sky.names(), sky.order.as_deref(), problems)
}

/// The shell tables of the file.
fn tables_of(table: &ConstellationTable) -> Vec<&Spanned<Tried<ShellConfig>>> {
    table.shell.iter().chain(table.shells.items()).collect()
}

/// The shells of the file, each with a unique name.
fn own_shells(
    table: &ConstellationTable,
    pattern: &Model<dyn Pattern>,
    problems: &mut Problems<'_>,
) -> Option<Vec<Shell>> {
    let tables = tables_of(table);
    let Some(first) = tables.first() else {
        if let Some(empty) = &table.shells {
            problems
                .add(&empty.place, "`shells` is empty")
                .expected("at least one shell")
                .help("describe it in [[constellation.shells]], or name a preset");
        }
        return None;
    };
    let mut names = BTreeSet::new();
    for shell in &tables {
        let Some(read) = &shell.read else { continue };
        if !names.insert(&read.name) {
            problems
                .add(&shell.keys.at("name"), "two shells have the same name")
                .found(format!("\"{}\" a second time", short(&read.name)))
                .expected("a name that no other shell has, as its satellites are named after it");
        }
    }
    let shells = tables.iter().map(|shell| shell.read.as_ref()?.shell(pattern));
    let shells: Vec<Shell> = shells.collect::<Option<_>>()?;
    let total = shells.iter().map(Shell::satellites).sum::<u64>();
    if total > MAX_SATELLITES {
        problems
            .add(&first.place, "the shells have too many satellites together")
            .found(format!("{total} satellites"))
            .expected(format!("at most {MAX_SATELLITES} satellites"));
        return None;
    }
    Some(shells)
}

/// Warns of shells of the file that are probably a mistake.
pub(super) fn warn_of_shells(
    table: Option<&Spanned<ConstellationTable>>,
    sky: &Satellites,
    problems: &mut Problems<'_>,
) {
    let Some((table, shells)) = table.zip(sky.shells.as_ref()) else { return };
    let tables = tables_of(table);
    if tables.is_empty() {
        return;
    }
    let presets = presets::built_in(problems.catalogue());
    let presets: Vec<_> = presets.iter().map(|one| (one.name.as_str(), &*one.shells)).collect();
    for (table, shell) in tables.into_iter().zip(shells) {
        transposed::warn(table, shell, &presets, problems);
    }
}

/// The model of satellite motion, which the geometry must support.
fn propagation(
    table: &ConstellationTable,
    geometry: Geometry,
    problems: &mut Problems<'_>,
) -> Option<Propagation> {
    let given = table.propagation.as_ref()?;
    let knows_j2 = geometry.shell_rotation_j2.is_some();
    let in_doubt = table.geometry.is_none() && problems.any(|path| path.ends_with("geometry"));
    if given.value == Propagation::J2 && !knows_j2 && !in_doubt {
        problems
            .add(&given.place, format!("the geometry \"{}\" has no precession", name_of(geometry)))
            .found("\"j2\"")
            .expected("\"kepler\", or another geometry")
            .help("write geometry = \"exact\"");
    }
    Some(given.value)
}

/// Reports choices that require evenly spaced circular orbits.
fn check_models(table: &ConstellationTable, problems: &mut Problems<'_>) {
    if let Some(given) = table.propagation.as_ref().filter(|given| given.value == Propagation::J2) {
        problems
            .add(&given.place, "satellites with elements are moved by SGP4")
            .found("\"j2\"")
            .expected("no `propagation` beside `elements`");
    }
    if let Some(given) = table.geometry.as_ref().filter(|given| given.value == Geometry::NS2) {
        problems
            .add(&given.place, "the geometry \"ns2\" has only circular orbits")
            .found("\"ns2\"")
            .expected("geometry = \"exact\" beside `elements`");
    }
    let isl = table.isl.as_ref();
    let pattern = isl.and_then(|isl| isl.read.as_ref()?.pattern.as_ref());
    if let (Some(isl), Some(pattern)) = (isl, pattern.filter(|own| own.needs_even_planes())) {
        let catalogue = problems.catalogue().clone();
        let members = catalogue.members::<dyn Pattern>().iter();
        let usual = members.filter_map(|member| member.usual(&catalogue));
        let fitting = usual.filter(|pattern| !pattern.needs_even_planes());
        let known: Vec<String> = fitting.map(|own| format!("\"{}\"", own.name())).collect();
        problems
            .add(&isl.keys.at("pattern"), "this pattern needs evenly spaced planes")
            .found(format!("\"{}\"", pattern.name()))
            .expected(format!("one of {}, or a `file` of links", known.join(", ")));
    }
}
