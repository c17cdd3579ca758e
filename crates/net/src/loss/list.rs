//! Losses of listed packets, such as those of a published case or of a test.

use serde_json::{Value as Json, json};
use skyseam_base::{RandomStream, SimTime};
use skyseam_params::{
    Definitions, Keys, Parameter, Problems, Shape, Spanned, Value, parameters, shape::List,
};

use super::{LinkFrame, Loss, LossModel};

parameters! {
    /// The packets with these numbers are lost. Each direction of each link numbers the packets it
    /// sends from 1: every packet of every flow, including retransmissions and ACKs, but none that
    /// a queue dropped; with `data_only` only those that carry data.
    pub struct ListedLosses "list"
    from "ns-2.35's ErrorModel/List; ns-3's ReceiveListErrorModel, counted from 0", check ascend {
        /// Numbers of packets, ascending, each a number or a range, such as [3, 17, "40-44"].
        lose: List<PacketNumbers>,
    }
}

/// Maximum number of a packet.
const MOST: u64 = 1_000_000_000_000;

/// A number of a packet, or a range of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PacketNumbers(u64, u64);

impl PacketNumbers {
    fn of(value: &Value) -> Option<Self> {
        let (first, last) = match value {
            Value::Whole(Some(number), _) => {
                let number = u64::try_from(*number).ok()?;
                (number, number)
            }
            Value::Text(text) => {
                let (first, last) = text.split_once('-')?;
                let number = |text: &str| {
                    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
                    text.parse::<u64>().ok().filter(|_| is_plain)
                };
                (number(first)?, number(last)?)
            }
            _ => return None,
        };
        (1 <= first && first <= last && last <= MOST).then_some(Self(first, last))
    }
}

impl Shape for PacketNumbers {
    fn read(value: &Spanned<Value>, problems: &mut Problems<'_>) -> Option<Self> {
        let read = Self::of(&value.value);
        if read.is_none() {
            problems.refuse(value, "must be a number of a packet, or a range of them").expected(
                format!("a whole number from 1 to {MOST}, or a range of such, as \"40-44\""),
            );
        }
        read
    }

    fn schema(_: &mut Definitions) -> Json {
        json!({
            "oneOf": [
                { "type": "integer", "minimum": 1, "maximum": MOST },
                { "type": "string", "pattern": "^[0-9]+-[0-9]+$" },
            ],
            "description": "Expected: a number of a packet, from 1, or a range.",
            "examples": [3, "40-44"],
        })
    }
}

impl Parameter for PacketNumbers {
    type Own = Self;

    fn own(self) -> Self {
        self
    }

    fn print(own: &Self) -> Json {
        let Self(first, last) = own;
        if first == last { json!(first) } else { json!(format!("{first}-{last}")) }
    }
}

impl ListedLosses {
    fn ascend(&self, keys: &Keys, problems: &mut Problems<'_>) {
        let place = keys.at("lose");
        let mut pairs = self.lose.windows(2);
        if let Some([before, next]) = pairs.find(|pair| pair[1].0 <= pair[0].1) {
            problems
                .add(&place, "the numbers of `lose` do not ascend")
                .found(format!(
                    "{} after {}",
                    PacketNumbers::print(next),
                    PacketNumbers::print(before)
                ))
                .expected("each packet once, in ascending order");
        } else if self.lose.is_empty() && !problems.any_under(&place.path) {
            problems
                .add(&place, "`lose` names no packet")
                .expected("at least one number, such as lose = [3]")
                .help("remove `loss` if nothing is lost");
        }
    }
}

impl LossModel for ListedLosses {
    fn build(&self, _: SimTime) -> Box<dyn Loss> {
        Box::new(Numbered { lose: self.lose.clone(), next: 0, sent: 0 })
    }
}

/// State of a loss list: the next listed number, and the count of packets.
#[derive(Debug)]
struct Numbered {
    lose: Vec<PacketNumbers>,
    /// Index of the first range that is not over.
    next: usize,
    /// Number of packets sent so far.
    sent: u64,
}

impl Loss for Numbered {
    fn loses(&mut self, _: LinkFrame, _: &mut RandomStream) -> bool {
        self.sent += 1;
        while self.lose.get(self.next).is_some_and(|range| range.1 < self.sent) {
            self.next += 1;
        }
        self.lose.get(self.next).is_some_and(|range| range.0 <= self.sent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_packets_with_these_numbers_are_lost() {
        let lose = vec![PacketNumbers(1, 1), PacketNumbers(3, 5), PacketNumbers(9, 9)];
        let mut model = ListedLosses { lose }.build(SimTime::ZERO);
        let mut stream = RandomStream::new(1, "test");
        let frame = LinkFrame { bytes: 1500, end: SimTime::ZERO };
        let lost: Vec<u64> = (1..=20).filter(|_| model.loses(frame, &mut stream)).collect();
        assert_eq!(lost, [1, 3, 4, 5, 9]);
    }
}
