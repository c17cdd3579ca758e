//! Cities with their populations: the built-in table, those of users' own, and which of them lie
//! within limits.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::ground::Ground;
use super::tables::CitiesTable;
use crate::document::{At, Place};
use crate::error::{Problems, Spot, short};
use crate::files::Files;

/// Natural Earth's; the file says which.
const BUILT_IN: &str = include_str!("cities.csv");

const COLUMNS: &str = "name,country,latitude_deg,longitude_deg,population";

/// More faults of one file than this are not told apart.
const MOST_FAULTS: usize = 10;

/// A city.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct City {
    pub(crate) name: Arc<str>,
    country: String,
    pub(crate) place: Ground,
    population: f64,
}

/// Cities to choose from by population.
#[derive(Debug)]
pub(crate) struct Cities {
    cities: Vec<City>,
    /// People up to and with each.
    until: Vec<f64>,
}

impl Cities {
    fn new(cities: Vec<City>) -> Self {
        let until = cities.iter().scan(0.0, |people, city| {
            *people += city.population;
            Some(*people)
        });
        Self { until: until.collect(), cities }
    }

    /// The city that `uniform` out of [0, 1) falls on, each with the probability of its share of
    /// all people.
    pub(crate) fn choose(&self, uniform: f64) -> &City {
        let people = uniform * self.until.last().copied().unwrap_or(0.0);
        let index = self.until.partition_point(|until| *until <= people);
        &self.cities[index.min(self.cities.len() - 1)]
    }
}

/// The cities that `table` means; `None` where there is none, which is noted.
pub(crate) fn cities(
    table: &At<CitiesTable>,
    files: &Files,
    problems: &mut Problems<'_>,
) -> Option<Cities> {
    let all = match &table.file {
        None => read(BUILT_IN, "cities.csv", &table.place, problems),
        Some(name) => {
            let text = files.text(name, problems)?;
            read(text, &name.0, &name.place, problems)
        }
    }?;
    let known: BTreeSet<&str> = all.iter().map(|city| city.country.as_str()).collect();
    let countries = table.countries.as_ref().map(|list| &list.0);
    for country in countries.into_iter().flatten() {
        if !known.contains(country.0.as_str()) {
            problems
                .add(&country.place, "the table of cities has none in this country")
                .found(format!("\"{}\"", country.0))
                .expected("a country that it has a city in, or a `file` of cities of your own");
        }
    }
    if let (Some(one), None, key) | (None, Some(one), key) =
        (&table.west, &table.east, if table.west.is_some() { "west" } else { "east" })
    {
        problems
            .add(&one.place, format!("`{key}` alone leaves the other side open"))
            .expected("both `west` and `east`, or neither");
    }
    let limit = |limit: &Option<At<crate::values::Latitude>>, or| {
        limit.as_ref().map_or(or, |limit| limit.value.0)
    };
    let (south, north) = (limit(&table.south, -90.0), limit(&table.north, 90.0));
    let eastwards = |from: f64, to: f64| (to - from).rem_euclid(360.0);
    let is_between = |longitude: f64| match (&table.west, &table.east) {
        (Some(west), Some(east)) => eastwards(west.0, longitude) <= eastwards(west.0, east.0),
        _ => true,
    };
    let least = table.minimum_population.as_ref()?.0 as f64;
    let is_meant = |city: &City| {
        countries.is_none_or(|list| list.iter().any(|country| country.0 == city.country))
            && (south..=north).contains(&city.place.latitude_deg)
            && is_between(city.place.longitude_deg)
            && city.population >= least.max(1.0)
    };
    let meant: Vec<City> = all.into_iter().filter(is_meant).collect();
    if meant.is_empty() {
        if !problems.any_under(&table.place.path) {
            problems
                .add(&table.place, "no city lies within these limits")
                .expected("wider limits, fewer `countries`, or a `file` with more cities");
        }
        return None;
    }
    Some(Cities::new(meant))
}

/// The cities of a file; `None` where something is wrong with it, which is noted.
fn read(text: &str, path: &str, key: &Place, problems: &mut Problems<'_>) -> Option<Vec<City>> {
    let bare = |line: &str| line.split('#').next().unwrap_or("").trim().to_owned();
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !bare(line).is_empty());
    let (number, header) = lines.next().unwrap_or((1, ""));
    if bare(header).replace(' ', "") != COLUMNS {
        problems
            .add_in(key, Spot::line(path, number, header), "the first line is not that of cities")
            .expected(COLUMNS);
        return None;
    }
    let mut cities = Vec::new();
    let mut faults = 0;
    for (number, line) in lines {
        match city(&bare(line)) {
            Ok(city) => cities.push(city),
            Err(expected) => {
                faults += 1;
                problems
                    .add_in(key, Spot::line(path, number, line), "this line is not a city")
                    .found(format!("\"{}\"", short(line)))
                    .expected(expected);
            }
        }
        if faults >= MOST_FAULTS {
            break;
        }
    }
    (faults == 0).then_some(cities)
}

/// The city of a line, or what was expected.
fn city(line: &str) -> Result<City, &'static str> {
    let fields: Vec<&str> = line.split(',').map(str::trim).collect();
    let [name, country, latitude, longitude, population] = fields[..] else {
        return Err("five fields, such as Tokyo,JP,35.687,139.7495,35676000");
    };
    let number =
        |field: &str, most: f64| field.parse::<f64>().ok().filter(|number| number.abs() <= most);
    if name.is_empty() {
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

    fn built_in() -> Vec<City> {
        let mut problems = Problems::new("");
        read(BUILT_IN, "cities.csv", &Place::default(), &mut problems).unwrap()
    }

    /// Goal: the built-in table is whole. Method: its number of rows, its first, codes of two
    /// letters, every population above zero, names unique.
    #[test]
    fn the_built_in_table_is_whole() {
        let cities = built_in();
        assert_eq!(cities.len(), 243);
        assert_eq!((&*cities[0].name, cities[0].population), ("Tokyo", 35_676_000.0));
        assert!(cities.iter().all(|city| city.country.len() == 2 && city.population > 0.0));
        let names: BTreeSet<&str> = cities.iter().map(|city| &*city.name).collect();
        assert_eq!(names.len(), cities.len());
    }

    /// Goal: a city is chosen as often as its share of the people. Method: 1000 even steps.
    #[test]
    fn cities_are_chosen_by_population() {
        let of = |population| City { population, ..built_in()[0].clone() };
        let cities = Cities::new(vec![of(1.0), of(3.0), of(6.0)]);
        let mut counts = [0; 3];
        for step in 0..1000 {
            let chosen = cities.choose(f64::from(step) / 1000.0);
            counts[[1.0, 3.0, 6.0].iter().position(|p| *p == chosen.population).unwrap()] += 1;
        }
        assert_eq!(counts, [100, 300, 600]);
    }
}
