//! Goal: a key whose default depends on another key is read, printed and described, and nothing is
//! concluded from a value that could not be read. Method: a parcel whose price depends on its size.

use skyseam_params::parameters::{Declared, Parameters, parse};
use skyseam_params::values::{Count, Flag};
use skyseam_params::{Definitions, parameters};

parameters! {
    /// A parcel.
    struct Parcel "parcel" from "this test", check price_it {
        /// Edge of the parcel, cm.
        edge: Count<1, 100> = 10,
        /// Whether it is fragile.
        fragile: Option<Flag>,
    } else usual {
        /// Price of the parcel.
        price: Count<0, 10_000>,
        /// Label of the parcel, if any.
        label: Option<Count<1, 9>>,
    }
}

impl Parcel {
    fn usual(edge: u32, fragile: Option<bool>) -> Self {
        let price = if fragile == Some(true) { 30 * edge } else { 10 * edge };
        Self { edge, fragile, price, label: (edge > 50).then_some(1) }
    }

    fn price_it(&mut self, keys: &skyseam_params::Keys, problems: &mut skyseam_params::Problems) {
        if self.price < self.edge {
            problems.add(&keys.at("price"), "too cheap");
        }
    }
}

#[test]
fn what_is_absent_hangs_on_what_is_there() {
    let parcel = |text: &str| parse::<Parcel>(text).expect("nothing is wrong");
    assert_eq!(parcel(""), Parcel::usual(10, None));
    assert_eq!(parcel("fragile = true").price, 300);
    let large = parcel("edge = 60\nprice = 70");
    assert_eq!((large.price, large.label), (70, Some(1)));
    let printed = serde_json::json!({ "edge": 60, "price": 70, "label": 1 });
    assert_eq!(serde_json::Value::Object(large.printed()), printed);
    assert_eq!(parcel("edge = 60\nlabel = 3").label, Some(3));
}

#[test]
fn only_what_is_wrong_is_noted() {
    let noted = |text: &str| parse::<Parcel>(text).expect_err("a mistake").problems.len();
    assert_eq!(noted("edge = 0"), 1);
    assert_eq!(noted("edge = 0\nprice = 20000\nlabel = 10"), 3);
    assert_eq!(noted("price = 3"), 1, "the check");
    assert_eq!(noted("prize = 3"), 1);
}

#[test]
fn the_schema_asks_for_none_of_them() {
    let schema = Parcel::table_schema(&mut Definitions::default());
    assert_eq!(schema["required"], serde_json::json!([]));
    assert_eq!(schema["properties"]["edge"]["default"], 10);
    assert_eq!(schema["properties"]["price"]["maximum"], 10_000);
    assert!(schema["properties"]["price"]["default"].is_null());
}
