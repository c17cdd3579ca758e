//! Values of a scenario as JSON and back: how they go to and come from callers that have no TOML.

use serde_json::{Map, Value as Json};

use crate::document::{At, Entry, Place, Value};

/// The value that JSON says; `None` where it is null, which no scenario holds.
pub(crate) fn value(json: &Json) -> Option<Value> {
    let at = |json: &Json| value(json).map(|value| At::new(value, Place::default()));
    Some(match json {
        Json::Null => return None,
        Json::Bool(flag) => Value::Flag(*flag),
        Json::Number(number) if number.is_f64() => Value::Real(number.to_string()),
        Json::Number(number) => Value::Whole(number.as_i64(), number.to_string()),
        Json::String(text) => Value::Text(text.clone()),
        Json::Array(items) => Value::List(items.iter().map(at).collect::<Option<_>>()?),
        Json::Object(entries) => {
            let entry = |(key, json): (&String, &Json)| {
                Some(Entry { key: At::new(key.clone(), Place::default()), value: at(json)? })
            };
            Value::Table(entries.iter().map(entry).collect::<Option<_>>()?)
        }
    })
}

/// A value as JSON; numbers that JSON has no room for as text.
pub(crate) fn json(value: &Value) -> Json {
    match value {
        Value::Text(text) | Value::Date(text) => Json::String(text.clone()),
        Value::Whole(Some(number), _) => (*number).into(),
        Value::Whole(None, number) => Json::String(number.clone()),
        Value::Real(number) => match number.parse::<f64>().ok() {
            Some(real) if real.is_finite() => real.into(),
            _ => Json::String(number.clone()),
        },
        Value::Flag(flag) => (*flag).into(),
        Value::List(items) => items.iter().map(|item| json(&item.value)).collect(),
        Value::Table(entries) => {
            let pair = |entry: &Entry| (entry.key.value.clone(), json(&entry.value.value));
            Json::Object(entries.iter().map(pair).collect::<Map<_, _>>())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json as text;

    #[test]
    fn values_come_back_as_they_went() {
        let held = text!({ "a": ["1 s", 2, true], "b": { "c": "x", "d": 0.5 }, "e": -3 });
        assert_eq!(json(&value(&held).unwrap()), held);
        assert_eq!(value(&text!({ "a": null })), None);
    }
}
