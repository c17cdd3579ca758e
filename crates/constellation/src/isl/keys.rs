//! Keys of links between satellites, and the limits that they define.

use skyseam_base::Duration;
use skyseam_params::text_values::FileName;
use skyseam_params::units;
use skyseam_params::values::{Span, quantity};
use skyseam_params::{Keys, Model, Problems, parameters};

use super::pattern::Pattern;
use crate::description::parts::IslConfig;
use crate::geometry::Geometry;

quantity! {
    /// A limit of latitude, north and south.
    LatitudeLimit(f64) in units::ANGLE,
    accepts |deg| (0.0..=90.0).contains(&deg),
    expected "a latitude from 0 deg to 90 deg", such as "60 deg"
}

quantity! {
    /// A difference in longitude, in either direction.
    LongitudeGap(f64) in units::ANGLE,
    accepts |deg| (0.0..=180.0).contains(&deg),
    expected "a difference in longitude from 0 deg to 180 deg", such as "8 deg"
}

quantity! {
    /// A minimum height of a line of sight in km.
    GrazingHeight(f64) in units::KILOMETRES,
    accepts |km| (0.0..=1_000_000.0).contains(&km),
    expected "a height from 0 km to 1000000 km", such as "150 km"
}

quantity! {
    /// A maximum length of a link in km.
    LinkRange(f64) in units::KILOMETRES,
    accepts |km| km > 0.0 && km <= 1_000_000.0,
    expected "a range above 0 km and at most 1000000 km", such as "5000 km"
}

quantity! {
    /// Angular rate of a satellite's terminal, deg/s.
    AngularRate(f64) in units::ANGULAR_RATE,
    accepts |rate| rate > 0.0 && rate <= 360.0,
    expected "an angular rate above 0 deg/s and at most 360 deg/s", such as "2 deg/s"
}

parameters! {
    /// Links between satellites.
    pub struct IslKeys, check alone {
        /// Pattern of links among satellites. Default: the preset's, else "grid-seam-open".
        pattern: Option<Model<dyn Pattern>>,
        /// A file of links beside the scenario, in place of a pattern: each line has the numbers or
        /// the names of two satellites, separated by a space; numbers count from 0 over all shells;
        /// a # begins a comment. The links are checked like links between planes.
        file: Option<FileName>,
        /// Inter-plane links are off while either end is beyond this latitude. Default: 90 deg in
        /// the geometry "hypatia", else the preset's, else 60 deg.
        latitude_threshold: Option<LatitudeLimit>,
        /// Links are off while their line of sight dips below this height; in the geometry "ns2"
        /// those between neighbours in a plane are not checked. Default: 80 km in the geometry
        /// "hypatia", else the preset's, else 150 km.
        grazing_altitude: Option<GrazingHeight>,
        /// Links across the seam are off while the longitudes of their ends are closer than this.
        /// Default: the preset's, else 10 deg.
        seam_longitude_threshold: Option<LongitudeGap>,
        /// Links are off while they are longer than this. Default: no limit.
        max_range: Option<LinkRange>,
        /// Links are off while either end would have to turn its terminal faster than this against
        /// the satellite's own turning along its orbit. Default: no limit.
        max_tracking_rate: Option<AngularRate>,
        /// A link that was off comes on only when it could have been held for this long.
        acquisition: Span = Duration::ZERO,
    }
}

/// Limits of ns-2's Iridium (tcl/ex/sat-iridium.tcl).
const IRIDIUM: IslConfig = IslConfig {
    latitude_threshold_deg: 60.0,
    grazing_altitude_km: 150.0,
    seam_longitude_threshold_deg: 10.0,
    ..IslConfig::ALWAYS
};

impl IslKeys {
    fn alone(&mut self, keys: &Keys, problems: &mut Problems<'_>) {
        if self.pattern.is_some() && self.file.is_some() {
            problems
                .add(&keys.at("file"), "`pattern` and `file` exclude each other")
                .help("remove one of the two: the file lists all links");
        }
    }

    /// Returns the default limits: those of a preset, else those of ns-2's Iridium.
    pub fn usual(brought: Option<&IslConfig>, geometry: Geometry) -> IslConfig {
        let mut usual = brought.unwrap_or(&IRIDIUM).clone();
        if geometry == Geometry::HYPATIA {
            // Hypatia never switches links off; it rejects links that dip below 80 km.
            (usual.latitude_threshold_deg, usual.grazing_altitude_km) = (90.0, 80.0);
        }
        usual
    }

    /// Converts the keys to limits.
    pub fn limits(&self, brought: Option<&IslConfig>, geometry: Geometry) -> IslConfig {
        let usual = Self::usual(brought, geometry);
        IslConfig {
            latitude_threshold_deg: self.latitude_threshold.unwrap_or(usual.latitude_threshold_deg),
            grazing_altitude_km: self.grazing_altitude.unwrap_or(usual.grazing_altitude_km),
            seam_longitude_threshold_deg: self
                .seam_longitude_threshold
                .unwrap_or(usual.seam_longitude_threshold_deg),
            max_range_km: self.max_range.unwrap_or(usual.max_range_km),
            max_tracking_rate_deg_per_s: self
                .max_tracking_rate
                .unwrap_or(usual.max_tracking_rate_deg_per_s),
            acquisition: self.acquisition,
        }
    }

    /// Returns all keys of these limits, with a pattern or a file.
    pub fn of(isl: &IslConfig, pattern: Option<Model<dyn Pattern>>, file: Option<String>) -> Self {
        let limit = |value: f64| value.is_finite().then_some(value);
        Self {
            pattern,
            file,
            latitude_threshold: Some(isl.latitude_threshold_deg),
            grazing_altitude: Some(isl.grazing_altitude_km),
            seam_longitude_threshold: Some(isl.seam_longitude_threshold_deg),
            max_range: limit(isl.max_range_km),
            max_tracking_rate: limit(isl.max_tracking_rate_deg_per_s),
            acquisition: isl.acquisition,
        }
    }
}
