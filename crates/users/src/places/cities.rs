//! Users in cities by population: the built-in table, a table of the scenario, and limits on the
//! cities.

use std::collections::BTreeSet;
use std::sync::Arc;

use skyseam_params::rows::Fields;
use skyseam_params::shape::List;
use skyseam_params::values::{Count, Latitude, Longitude};
use skyseam_params::{Keys, Problems, SourceSpan, parameters};

use super::{Draw, Places, UserLocation};
use crate::ground::Ground;
use crate::text_file::{TextFile, number};
use crate::values::{Country, Radius};

/// The table of Natural Earth; the file states its source.
const BUILT_IN: &str = include_str!("cities.csv");

const COLUMNS: &[&str] = &["name", "country", "latitude_deg", "longitude_deg", "population"];

parameters! {
    /// The cities of a table that lie within the given limits, each with users in proportion to its
    /// population.
    pub struct Cities "cities" from "Natural Earth, populated places at 1:110m, public domain" {
        /// A file beside the scenario that replaces the built-in table (Natural Earth's populated
        /// places at 1:110m, 243 capitals and largest cities): CSV with the header
        /// `name,country,latitude_deg,longitude_deg,population`.
        file: Option<TextFile>,
        /// Countries of the cities, by two-letter codes (ISO 3166-1). Default: all.
        countries: Option<List<Country>>,
        /// Southern limit of the cities. Default: no limit.
        south: Option<Latitude>,
        /// Northern limit of the cities. Default: no limit.
        north: Option<Latitude>,
        /// Western limit of the cities; goes with `east`. Default: no limit.
        west: Option<Longitude>,
        /// Eastern limit of the cities; if it is less than `west`, the range spans the meridian at
        /// 180 deg.
        east: Option<Longitude>,
        /// Minimum population of a city.
        minimum_population: Count<0, 1_000_000_000> = 0,
        /// Users live within this distance of the centre of their city, spread uniformly.
        spread: Radius = 20.0,
    }
}

impl Places for Cities {
    fn draw(&self, keys: &Keys, problems: &mut Problems<'_>) -> Option<Box<Draw>> {
        let cities = self.cities(keys, problems)?;
        let spread_km = self.spread;
        Some(Box::new(move |_, random| {
            let city = cities.choose(random.uniform());
            let ground = city.place.within(spread_km, random);
            UserLocation { ground, city: Some(Arc::clone(&city.name)) }
        }))
    }
}

impl Cities {
    /// The selected cities; reports a problem and returns `None` if there are none.
    fn cities(&self, keys: &Keys, problems: &mut Problems<'_>) -> Option<WeightedCities> {
        let all = match &self.file {
            None => built_in(),
            Some(file) => file.rows((COLUMNS, "a city"), &keys.at("file"), problems, city)?,
        };
        let known: BTreeSet<&str> = all.iter().map(|city| city.country.as_str()).collect();
        for (index, country) in self.countries.iter().flatten().enumerate() {
            if !known.contains(country.as_str()) {
                problems
                    .add(
                        &keys.element("countries", index),
                        "the table of cities has no city in this country",
                    )
                    .found(format!("\"{country}\""))
                    .expected("a country with a city in the table, or a `file` of your own cities");
            }
        }
        if self.west.is_some() != self.east.is_some() {
            let key = if self.west.is_some() { "west" } else { "east" };
            problems
                .add(&keys.at(key), format!("`{key}` needs the other limit too"))
                .expected("both `west` and `east`, or neither");
        }
        let (south, north) = (self.south.unwrap_or(-90.0), self.north.unwrap_or(90.0));
        let eastwards = |from: f64, to: f64| (to - from).rem_euclid(360.0);
        let is_between = |longitude: f64| match (self.west, self.east) {
            (Some(west), Some(east)) => eastwards(west, longitude) <= eastwards(west, east),
            _ => true,
        };
        let least = f64::from(self.minimum_population.max(1));
        let is_meant = |city: &City| {
            self.countries.as_ref().is_none_or(|list| list.contains(&city.country))
                && (south..=north).contains(&city.place.latitude_deg)
                && is_between(city.place.longitude_deg)
                && city.population >= least
        };
        let meant: Vec<City> = all.into_iter().filter(is_meant).collect();
        if meant.is_empty() {
            if !problems.any_under(&keys.table().path) {
                problems
                    .add(keys.table(), "no city lies within these limits")
                    .expected("wider limits, fewer `countries`, or a `file` with more cities");
            }
            return None;
        }
        Some(WeightedCities::new(meant))
    }
}

/// A city of the table.
#[derive(Clone, Debug, PartialEq)]
struct City {
    name: Arc<str>,
    country: String,
    place: Ground,
    population: f64,
}

/// Cities, drawn by population.
#[derive(Debug)]
struct WeightedCities {
    cities: Vec<City>,
    /// Cumulative population.
    until: Vec<f64>,
}

impl WeightedCities {
    fn new(cities: Vec<City>) -> Self {
        let until = cities.iter().scan(0.0, |people, city| {
            *people += city.population;
            Some(*people)
        });
        Self { until: until.collect(), cities }
    }

    /// The city for a number `uniform` in [0, 1); each has the probability of its share of the
    /// population.
    fn choose(&self, uniform: f64) -> &City {
        let people = uniform * self.until.last().copied().unwrap_or(0.0);
        let index = self.until.partition_point(|until| *until <= people);
        &self.cities[index.min(self.cities.len() - 1)]
    }
}

/// The cities of the built-in table.
fn built_in() -> Vec<City> {
    let table = TextFile { name: "cities.csv".into(), text: BUILT_IN.into() };
    let mut problems = Problems::new("");
    let cities = table.rows((COLUMNS, "a city"), &SourceSpan::default(), &mut problems, city);
    cities.expect("the built-in table is whole, which a test checks")
}

/// Every city of the built-in table: name, two-letter code of its country, and centre.
pub fn listed() -> impl Iterator<Item = (Arc<str>, String, Ground)> {
    built_in().into_iter().map(|city| (city.name, city.country, city.place))
}

/// Parses a line of the table; the error says what was expected.
fn city(fields: Fields<'_, '_>) -> Result<City, &'static str> {
    let Some([name, country, latitude, longitude, population]) = fields.array() else {
        return Err("five fields, such as Tokyo,JP,35.687,139.7495,35676000");
    };
    if name.is_empty() || name.contains(char::is_control) {
        return Err("a name in the first field");
    }
    let latitude_deg = number(latitude, 90.0).ok_or("a latitude from -90 to 90 deg")?;
    let longitude_deg = number(longitude, 360.0).ok_or("a longitude from -360 to 360 deg")?;
    let population = number(population, 1e10).filter(|people| *people >= 0.0);
    let population = population.ok_or("a population from 0 to 10000000000")?;
    Ok(City {
        name: name.into(),
        country: country.into(),
        place: Ground { latitude_deg, longitude_deg },
        population,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: the built-in table is complete. Method: its number of rows, its first row, codes of
    /// two letters, every population above zero, names unique.
    #[test]
    fn the_built_in_table_is_whole() {
        let cities = built_in();
        assert_eq!(cities.len(), 243);
        assert_eq!((&*cities[0].name, cities[0].population), ("Tokyo", 35_676_000.0));
        assert!(cities.iter().all(|city| city.country.len() == 2 && city.population > 0.0));
        let names: BTreeSet<&str> = cities.iter().map(|city| &*city.name).collect();
        assert_eq!(names.len(), cities.len());
    }

    /// Goal: a city is drawn in proportion to its population. Method: 1000 even steps.
    #[test]
    fn cities_are_chosen_by_population() {
        let of = |population| City { population, ..built_in()[0].clone() };
        let cities = WeightedCities::new(vec![of(1.0), of(3.0), of(6.0)]);
        let mut counts = [0; 3];
        for step in 0..1000 {
            let chosen = cities.choose(f64::from(step) / 1000.0);
            counts[[1.0, 3.0, 6.0].iter().position(|p| *p == chosen.population).unwrap()] += 1;
        }
        assert_eq!(counts, [100, 300, 600]);
    }
}
