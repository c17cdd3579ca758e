//! Activity of users over the day: published curves and curves of a scenario.

use std::sync::Arc;

use serde_json::{Value as Json, json};
use skyseam_params::names::{Choice, Named, choice, name_of};
use skyseam_params::values::read_number;
use skyseam_params::{Definitions, Parameter, Problems, Shape, Spanned, Value};

/// Hours of a day.
pub const HOURS: usize = 24;

const DAY_S: f64 = 86_400.0;

/// Activity at 0, 1, .. 23 h of solar time, relative to the busiest hour.
#[derive(Clone, Debug, PartialEq)]
pub enum Curve {
    /// A published curve.
    Published(Published),
    /// A curve of the scenario, in any unit.
    Own(Arc<[f64; HOURS]>),
}

/// A published curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Published {
    /// Active users of mobile networks in Europe.
    Earth2012,
    /// Traffic to homes of a fixed network.
    OrangeFixed2013,
}

/// Share of active users by hour, in percent of the source's peak at 21:40.
const EARTH_2012: [f64; HOURS] = [
    0.790, 0.618, 0.416, 0.283, 0.196, 0.156, 0.148, 0.188, 0.262, 0.392, 0.511, 0.594, 0.640,
    0.654, 0.685, 0.723, 0.754, 0.783, 0.807, 0.860, 0.936, 0.993, 0.997, 0.925,
];

/// Downstream traffic by hour, in percent of the source's peak at 22:20.
const ORANGE_FIXED_2013: [f64; HOURS] = [
    0.920, 0.817, 0.623, 0.448, 0.330, 0.249, 0.197, 0.195, 0.259, 0.363, 0.484, 0.599, 0.701,
    0.704, 0.711, 0.736, 0.797, 0.812, 0.843, 0.885, 0.908, 0.922, 0.993, 0.991,
];

impl Named for Published {
    const WHAT: &'static str = "a curve of the day";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(
                Self::Earth2012,
                "earth-2012",
                "active users of mobile networks in Europe, least at 6 h, most at 22 h",
                "Auer et al., EARTH deliverable D2.3, 2012, its daily traffic profile; at whole \
                 hours, from the figure as the data set mob-traffic-ds has it",
            ),
            choice(
                Self::OrangeFixed2013,
                "orange-fixed-2013",
                "traffic to homes over a fixed network in France, least at 7 h, most at 22 h",
                "Feknous et al., IEEE BMSB 2014, fixed network, downstream; at whole hours, from \
                 the figure as the data set mob-traffic-ds has it",
            ),
        ]
    }
}

impl Curve {
    /// Activity `of_day_s` seconds after midnight of any day, from 0 to 1; 1 is the busiest hour.
    pub fn at(&self, of_day_s: f64) -> f64 {
        let hours = match self {
            Self::Published(Published::Earth2012) => &EARTH_2012,
            Self::Published(Published::OrangeFixed2013) => &ORANGE_FIXED_2013,
            Self::Own(hours) => hours,
        };
        let most = hours.iter().copied().fold(0.0, f64::max);
        let hour = of_day_s.rem_euclid(DAY_S) / 3600.0;
        let before = (hour.floor() as usize).min(HOURS - 1);
        let along = hour - before as f64;
        let [a, b] = [hours[before], hours[(before + 1) % HOURS]];
        (a + (b - a) * along) / most
    }
}

impl Shape for Curve {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let Value::List(items) = &value.value else {
            return Published::read(value, problems).map(Self::Published);
        };
        let expected = "a number from 0 to 1000000";
        let mut hours = Vec::new();
        for item in items {
            hours.push(read_number(item, 0.0..=1e6, expected, problems).ok()?);
        }
        let read = <[f64; HOURS]>::try_from(hours);
        if let Ok(hours) = read
            && hours.iter().any(|busy| *busy > 0.0)
        {
            return Some(Self::Own(Arc::new(hours)));
        }
        problems
            .add(&value.place, "a curve of the day has a number for each hour")
            .found(match read {
                Ok(_) => "nothing but zeros".to_owned(),
                Err(hours) => format!("{} numbers", hours.len()),
            })
            .expected("24 numbers, for 0, 1, .. 23 h, of which one at least is above zero");
        None
    }

    fn schema(definitions: &mut Definitions) -> Json {
        let number = json!({ "type": "number", "minimum": 0, "maximum": 1e6 });
        let list = json!({
            "type": "array", "items": number, "minItems": HOURS, "maxItems": HOURS,
        });
        json!({ "oneOf": [Published::schema(definitions), list] })
    }
}

impl Parameter for Curve {
    type Own = Self;

    fn own(self) -> Self {
        self
    }

    fn print(own: &Self) -> Json {
        match own {
            Self::Published(published) => json!(name_of(*published)),
            Self::Own(hours) => json!(**hours),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: a curve passes through its hourly values, is linear between them and over midnight,
    /// and is 1 in the busiest hour. Method: both published curves and one of our own, at hours and
    /// halves.
    #[test]
    fn a_curve_goes_through_its_hours() {
        let mut own = [2.0; HOURS];
        own[23] = 4.0;
        let own = Curve::Own(Arc::new(own));
        assert_eq!([own.at(0.0), own.at(22.5 * 3600.0), own.at(23.5 * 3600.0)], [0.5, 0.75, 0.75]);
        assert_eq!(own.at(-3600.0), 1.0);
        assert_eq!(own.at(DAY_S + 3600.0), 0.5);
        for (published, least_h) in [(Published::Earth2012, 6), (Published::OrangeFixed2013, 7)] {
            let at = |hour: usize| Curve::Published(published).at(hour as f64 * 3600.0);
            assert_eq!(at(22), 1.0);
            assert!((0..HOURS).all(|hour| at(hour) >= at(least_h)), "{published:?}");
        }
    }
}
