//! Terminals: location or track, and visibility of satellites.

use serde_json::json;
use skyseam_constellation::description::config::{Antennas, Point, Site, Terminal};
use skyseam_constellation::description::track;
use skyseam_constellation::handover::HandoverPolicy;

use super::handover::is_shared_by_default;
use crate::document::{Items, SourceSpan, Spanned};
use crate::error::Problems;
use crate::names::TerminalKind;
use crate::presets::Preset;
use crate::tables::{ScenarioTable, TerminalTable};
use crate::units::print_real;
use skyseam_constellation::description::site_keys::{
    AntennaCount, Skyline, SkylineFile, SkylineFrom, check_antennas,
};
use skyseam_params::{FileOf, Parameter};

/// Default elevation mask of terminals, deg.
pub(super) fn default_mask(file: &ScenarioTable, preset: Option<&Preset>) -> Option<f64> {
    let mask = file.constellation.as_ref().and_then(|sky| sky.elevation_mask.as_ref());
    mask.map(|mask| mask.0).or(preset.and_then(|preset| preset.elevation_mask_deg))
}

/// Number of satellites to which a terminal is linked at a time, by its own key or by its kind.
pub(super) fn antennas_of(
    own: Option<&Spanned<AntennaCount>>,
    kind: Option<&Spanned<TerminalKind>>,
) -> Antennas {
    let usual = kind.map_or(TerminalKind::User, |kind| kind.value).antennas();
    own.map_or(usual, |own| own.0)
}

/// Number of satellites to which a terminal is linked at a time; all by default if users share
/// satellites `by_default`.
pub(super) fn antennas_of_terminal(table: &TerminalTable, by_default: bool) -> Antennas {
    match &table.antennas {
        None if by_default => Antennas::Unlimited,
        own => antennas_of(own.as_ref(), table.kind.as_ref()),
    }
}

/// Resolves the terminals.
pub(super) fn terminals(
    file: &ScenarioTable,
    mask: Option<f64>,
    policy: Option<&dyn HandoverPolicy>,
    problems: &mut Problems<'_>,
) -> Vec<Terminal> {
    let constellation_in_doubt = problems
        .any(|path| matches!(path, "constellation" | "constellation.preset"))
        || problems.doubts("constellation.elevation_mask")
        || file.constellation.is_none();
    let is_shared = is_shared_by_default(file, policy);
    let mut terminals = Vec::new();
    for table in file.terminals.items() {
        let own = table.elevation_mask.as_ref().map(|mask| mask.0);
        if own.or(mask).is_none() && !constellation_in_doubt {
            let why = "an elevation mask here, or one in [constellation] for all terminals";
            problems.require("elevation_mask", &table.place, why);
        }
        check_antennas(policy, table.antennas.as_ref(), problems);
        let antennas = antennas_of_terminal(table, is_shared);
        problems.fill(&table.place, json!({ "antennas": AntennaCount::print(&antennas) }));
        let site = site(table, problems);
        let skyline = Skylines {
            table: &table.place,
            own: table.skyline.as_ref(),
            file: table.skyline_file.as_ref(),
            from: table.skyline_from.as_ref(),
            is_moving: table.track.is_some(),
        };
        skyline.check(problems);
        if let Some(mask) = mask {
            let usual = json!({ "elevation_mask": print_real(mask, "deg") });
            problems.fill(&table.place, usual);
        }
        terminals.extend(terminal(table, own.or(mask), antennas, site, &skyline));
    }
    terminals
}

fn terminal(
    table: &TerminalTable,
    elevation_mask_deg: Option<f64>,
    antennas: Antennas,
    site: Option<Site>,
    skyline: &Skylines<'_>,
) -> Option<Terminal> {
    Some(Terminal {
        name: table.name.as_ref()?.0.clone(),
        site: site?,
        elevation_mask_deg: elevation_mask_deg?,
        skyline_deg: skyline.points_deg().to_vec(),
        turns_skyline: skyline.turns(),
        antennas,
        is_relay: table.relay.as_ref()?.0,
        outages: Vec::new(),
    })
}

/// The keys of a skyline in a table of terminals or users.
pub(super) struct Skylines<'t> {
    /// Location of the table.
    pub(super) table: &'t SourceSpan,
    /// Points in the scenario.
    pub(super) own: Option<&'t Spanned<Skyline>>,
    /// Points in a file.
    pub(super) file: Option<&'t Spanned<FileOf<SkylineFile>>>,
    /// Direction from which azimuths count.
    pub(super) from: Option<&'t Spanned<SkylineFrom>>,
    /// Whether there is a track.
    pub(super) is_moving: bool,
}

impl Skylines<'_> {
    /// Returns azimuths and elevations, deg; none without a skyline.
    pub(super) fn points_deg(&self) -> &[(f64, f64)] {
        match (self.own, self.file) {
            (Some(own), _) => &own.0,
            (None, Some(file)) => &file.content.0,
            (None, None) => &[],
        }
    }

    /// Whether azimuths count from the direction of motion.
    pub(super) fn turns(&self) -> bool {
        self.from.is_some_and(|from| from.value == SkylineFrom::Heading)
    }

    /// Reports two skylines, and a direction from which nothing counts.
    pub(super) fn check(&self, problems: &mut Problems<'_>) {
        if let (Some(_), Some(file)) = (self.own, self.file) {
            problems
                .add(&file.place, "`skyline` and `skyline_file` exclude each other")
                .help("remove one of the two");
        }
        let Some(from) = self.from else { return };
        let is_absent = |key: &str| !problems.doubts(&self.table.path_of(key));
        if self.own.is_none()
            && self.file.is_none()
            && is_absent("skyline")
            && is_absent("skyline_file")
        {
            problems
                .add(&from.place, "`skyline_from` needs a skyline")
                .expected("a `skyline` or a `skyline_file` beside it");
        } else if self.turns() && !self.is_moving && is_absent("track") {
            problems
                .add(&from.place, "a terminal that does not move has no heading")
                .expected("a `track`, or azimuths from \"north\"");
        }
    }
}

fn site(table: &Spanned<TerminalTable>, problems: &mut Problems<'_>) -> Option<Site> {
    if let Some(name) = &table.track {
        let said_already = [
            table.longitude.as_ref().map(|key| ("longitude", &key.place)),
            table.altitude.as_ref().map(|key| ("altitude", &key.place)),
        ];
        for (key, place) in said_already.into_iter().flatten() {
            problems
                .add(place, format!("`track` and `{key}` exclude each other"))
                .help(format!("remove `{key}`: the file of the track says it"));
        }
        return track::read(name, problems).map(Site::Track);
    }
    if table.latitude.is_some() && table.longitude.is_none() {
        problems.require("longitude", &table.place, "a longitude, such as \"-158.0 deg\"");
    }
    problems.fill(&table.place, json!({ "altitude": print_real(0.0, "m") }));
    Some(Site::Fixed(Point {
        latitude_deg: table.latitude.as_ref()?.0,
        longitude_deg: table.longitude.as_ref()?.0,
        altitude_m: table.altitude.as_ref().map_or(0.0, |altitude| altitude.0),
    }))
}
