//! Terminals: location or track, visibility of satellites, and the keys that they have in common
//! with users.

use serde_json::json;
use skyseam_constellation::description::config::{Antennas, Point, Site, Terminal};
use skyseam_constellation::description::site_keys::{
    AntennaCount, ElevationMask, Skyline, SkylineFile, SkylineFrom, check_antennas,
};
use skyseam_constellation::description::track;
use skyseam_constellation::handover::HandoverPolicy;
use skyseam_net::channel::ChannelModel;
use skyseam_net::keys::link::LinkTable;
use skyseam_params::shape::Tried;
use skyseam_params::{Chosen, FileOf, Parameter};

use super::handover::is_shared_by_default;
use crate::document::{Items, SourceSpan, Spanned};
use crate::error::Problems;
use crate::names::TerminalKind;
use crate::presets::Preset;
use crate::tables::{ScenarioTable, TerminalTable};
use crate::text_values::FileName;
use crate::units::print_real;
use crate::users::UsersTable;

/// Declares [`TerminalKeys`] with these keys.
macro_rules! terminal_keys {
    ($($key:ident: $shape:ty,)+) => {
        /// Keys that the tables of terminals and of users have in common.
        pub(super) struct TerminalKeys<'t> {
            /// Location of the table.
            pub(super) place: &'t SourceSpan,
            /// Number of terminals.
            pub(super) count: usize,
            are_users: bool,
            $(pub(super) $key: &'t Option<Spanned<$shape>>,)+
        }

        impl<'t> TerminalKeys<'t> {
            pub(super) fn of_terminal(table: &'t Spanned<TerminalTable>) -> Self {
                Self { place: &table.place, count: 1, are_users: false, $($key: &table.$key,)+ }
            }

            pub(super) fn of_users(table: &'t Spanned<UsersTable>) -> Self {
                let count = table.count.as_ref().map_or(0, |count| count.0 as usize);
                Self { place: &table.place, count, are_users: true, $($key: &table.$key,)+ }
            }

            /// The keys that the file has, each with its location.
            pub(super) fn given(&self) -> impl Iterator<Item = (&'static str, &'t SourceSpan)> {
                let all = [$((stringify!($key), self.$key.as_ref().map(|own| &own.place)),)+];
                all.into_iter().filter_map(|(key, place)| Some((key, place?)))
            }
        }
    };
}

terminal_keys! {
    kind: TerminalKind,
    track: FileName,
    elevation_mask: ElevationMask,
    skyline: Skyline,
    skyline_file: FileOf<SkylineFile>,
    skyline_from: SkylineFrom,
    antennas: AntennaCount,
    channel: Tried<Chosen<dyn ChannelModel>>,
    uplink: LinkTable,
    downlink: LinkTable,
}

/// The keys of all terminals, and of all groups of users at locations, in the order of
/// [`SkyConfig::terminals`](crate::Scenario::sky).
pub(super) fn all_keys(file: &ScenarioTable) -> impl Iterator<Item = TerminalKeys<'_>> {
    let users = file.users.items().filter(|users| users.has_terminals());
    file.terminals.items().map(TerminalKeys::of_terminal).chain(users.map(TerminalKeys::of_users))
}

impl TerminalKeys<'_> {
    pub(super) fn is_gateway(&self) -> bool {
        self.kind.as_ref().is_some_and(|kind| kind.value == TerminalKind::Gateway)
    }

    /// Number of satellites to which each is linked at a time: by its own key, else by its kind;
    /// all where users share satellites `by_default`, unless it is one of these users.
    pub(super) fn antennas(&self, by_default: bool) -> Antennas {
        match self.antennas {
            Some(own) => own.0,
            None if self.is_gateway() || by_default && !self.are_users => Antennas::Unlimited,
            None => Antennas::One,
        }
    }

    /// A terminal with these keys.
    pub(super) fn terminal(
        &self,
        name: String,
        site: Site,
        elevation_mask_deg: f64,
        antennas: Antennas,
    ) -> Terminal {
        Terminal {
            name,
            site,
            elevation_mask_deg,
            skyline_deg: self.skyline_deg().to_vec(),
            turns_skyline: self.turns_skyline(),
            antennas,
            is_relay: false,
            outages: Vec::new(),
        }
    }

    /// Azimuths and elevations of the skyline, deg; none without one.
    pub(super) fn skyline_deg(&self) -> &[(f64, f64)] {
        match (self.skyline, self.skyline_file) {
            (Some(own), _) => &own.0,
            (None, Some(file)) => &file.content.0,
            (None, None) => &[],
        }
    }

    /// Whether azimuths count from the direction of motion.
    fn turns_skyline(&self) -> bool {
        self.skyline_from.as_ref().is_some_and(|from| from.value == SkylineFrom::Heading)
    }

    /// Reports two skylines, and a direction from which nothing counts.
    pub(super) fn check_skyline(&self, problems: &mut Problems<'_>) {
        if let (Some(_), Some(file)) = (self.skyline, self.skyline_file) {
            problems
                .add(&file.place, "`skyline` and `skyline_file` exclude each other")
                .help("remove one of the two");
        }
        let Some(from) = self.skyline_from else { return };
        let given: Vec<&str> = self.given().map(|(key, _)| key).collect();
        let is_absent =
            |key: &str| !given.contains(&key) && !problems.doubts(&self.place.path_of(key));
        if is_absent("skyline") && is_absent("skyline_file") {
            problems
                .add(&from.place, "`skyline_from` needs a skyline")
                .expected("a `skyline` or a `skyline_file` beside it");
        } else if self.turns_skyline() && is_absent("track") {
            problems
                .add(&from.place, "a terminal that does not move has no heading")
                .expected("a `track`, or azimuths from \"north\"");
        }
    }
}

/// Default elevation mask of terminals, deg.
pub(super) fn default_mask(file: &ScenarioTable, preset: Option<&Preset>) -> Option<f64> {
    let mask = file.constellation.as_ref().and_then(|sky| sky.elevation_mask.as_ref());
    mask.map(|mask| mask.0).or(preset.and_then(|preset| preset.elevation_mask_deg))
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
        let keys = TerminalKeys::of_terminal(table);
        let own = table.elevation_mask.as_ref().map(|mask| mask.0);
        if own.or(mask).is_none() && !constellation_in_doubt {
            let why = "an elevation mask here, or one in [constellation] for all terminals";
            problems.require("elevation_mask", &table.place, why);
        }
        check_antennas(policy, table.antennas.as_ref(), problems);
        let antennas = keys.antennas(is_shared);
        problems.fill(&table.place, json!({ "antennas": AntennaCount::print(&antennas) }));
        let site = site(table, problems);
        keys.check_skyline(problems);
        if let Some(mask) = mask {
            let usual = json!({ "elevation_mask": print_real(mask, "deg") });
            problems.fill(&table.place, usual);
        }
        if let (Some(name), Some(site), Some(mask), Some(relay)) =
            (&table.name, site, own.or(mask), &table.relay)
        {
            let terminal = keys.terminal(name.0.clone(), site, mask, antennas);
            terminals.push(Terminal { is_relay: relay.0, ..terminal });
        }
    }
    terminals
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
