//! Cells of the Earth's surface, by which terminals are addressed.
//!
//! Bands of equal height in latitude are divided into trapezoids of nearly equal area, as by
//! Restrepo and Maral for satellite-fixed and Earth-fixed cells. A cell's number gives its
//! position: bands from south to north, cells of a band eastward from 180 W, numbered
//! consecutively. Owns the numbering, not the assignment of satellites to cells.

use std::f64::consts::PI;

use skyseam_base::math;

/// Radius of the sphere that is divided into cells, km.
pub(crate) const SPHERE_KM: f64 = 6378.0;

/// A division of the sphere into cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Cells {
    /// Number of the first cell of each band, and after the last band the number of cells.
    starts: Vec<u32>,
}

impl Cells {
    /// Divides the sphere into cells with sides about `length_km` long: `round(pi R / L)` bands,
    /// and `max(1, round(2 pi R cos(latitude) / L))` cells in a band about that latitude.
    ///
    /// # Panics
    ///
    /// When the length is not a number or below 1 km, where numbers would need more than 32 bits.
    pub fn new(length_km: f64) -> Self {
        assert!(length_km >= 1.0, "cells {length_km} km long");
        let bands = (PI * SPHERE_KM / length_km).round().max(1.0);
        let mut starts = vec![0];
        for band in 0..bands as u32 {
            let middle = PI * ((f64::from(band) + 0.5) / bands - 0.5);
            let count = (2.0 * PI * SPHERE_KM * math::cos(middle) / length_km).round().max(1.0);
            starts.push(starts[band as usize] + count as u32);
        }
        Self { starts }
    }

    /// Returns the number of cells.
    pub fn count(&self) -> u32 {
        self.starts[self.bands()]
    }

    /// Returns the number of bands.
    pub fn bands(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns the number of cells in a band.
    pub(crate) fn in_band(&self, band: usize) -> u32 {
        self.starts[band + 1] - self.starts[band]
    }

    /// Returns the band of a cell.
    pub(crate) fn band_of(&self, cell: u32) -> usize {
        self.starts.partition_point(|&start| start <= cell) - 1
    }

    /// Returns the cell of a point: latitude from -90 to 90, longitude in any turn, deg.
    pub(crate) fn cell_of(&self, latitude_deg: f64, longitude_deg: f64) -> u32 {
        let bands = self.bands();
        let band = ((latitude_deg + 90.0) / 180.0 * bands as f64) as usize;
        let band = band.min(bands - 1);
        let turns = (longitude_deg + 180.0) / 360.0;
        let count = self.in_band(band);
        let along = ((turns - turns.floor()) * f64::from(count)) as u32;
        self.starts[band] + along.min(count - 1)
    }

    /// Returns latitude and longitude of the centre of a cell, deg.
    pub fn middle(&self, cell: u32) -> (f64, f64) {
        let band = self.band_of(cell);
        let along = f64::from(cell - self.starts[band]) + 0.5;
        let latitude_deg = (band as f64 + 0.5) / self.bands() as f64 * 180.0 - 90.0;
        (latitude_deg, along / f64::from(self.in_band(band)) * 360.0 - 180.0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Cell counts of an independent program for Henderson's three side lengths.
    #[test]
    fn cells_of_three_lengths_are_so_many() {
        let counts = [160.0, 320.0, 640.0].map(|length_km| {
            let cells = Cells::new(length_km);
            (cells.bands(), cells.in_band(cells.bands() / 2), cells.count())
        });
        assert_eq!(counts, [(125, 250, 19_924), (63, 125, 5_027), (31, 63, 1_237)]);
    }

    #[test]
    fn numbers_go_from_south_to_north_and_eastward() {
        let cells = Cells::new(640.0);
        assert_eq!(cells.cell_of(-90.0, -180.0), 0);
        assert_eq!(cells.cell_of(90.0, 179.999), cells.count() - 1);
        assert_eq!(cells.cell_of(0.0, -180.0) + 1, cells.cell_of(0.0, -174.0));
        assert_eq!(cells.cell_of(10.0, 190.0), cells.cell_of(10.0, -170.0));
        for (cell, sign) in [(0, -1.0), (cells.count() - 1, 1.0)] {
            let (north, east) = cells.middle(cell);
            assert!((north - sign * (90.0 - 90.0 / 31.0)).abs() < 1e-9, "{north}");
            assert!((east - sign * 120.0).abs() < 1e-9, "{east}: three cells around a pole");
        }
    }

    proptest! {
        /// The centre of a cell is in the cell, and no point is far from the centre of its cell.
        #[test]
        fn every_place_is_in_its_cell(
            length_km in 100.0..3000.0_f64,
            latitude_deg in -90.0..=90.0_f64,
            longitude_deg in -180.0..=180.0_f64,
        ) {
            let cells = Cells::new(length_km);
            let cell = cells.cell_of(latitude_deg, longitude_deg);
            let (north, east) = cells.middle(cell);
            prop_assert_eq!(cells.cell_of(north, east), cell);
            prop_assert!((north - latitude_deg).abs() <= 90.0 / cells.bands() as f64 + 1e-9);
        }
    }
}
