//! Queues: disciplines, their parameters, and limits given in bandwidth-delay products.

use skyseam_base::{Duration, Rate};
use skyseam_net::config::{Limit, QueueConfig};
use skyseam_net::queue::{CoDelConfig, FqCoDelConfig, RedConfig};

use crate::document::At;
use crate::error::Problems;
use crate::link_tables::{QueueShape, QueueTable, RedTable};
use crate::link_values::{FrameSize, Probability, QueueLimit};

/// What a bandwidth-delay product is made of, as far as it is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Product {
    pub(super) rate: Option<Rate>,
    pub(super) rtt: Option<Duration>,
}

/// The queue that `shape` describes.
pub(super) fn queue(
    shape: &At<QueueShape>,
    product: Product,
    problems: &mut Problems<'_>,
) -> Option<QueueConfig> {
    let table = match &shape.value {
        QueueShape::Limit(own) => {
            let own = At::new(*own, shape.place.clone());
            return limit(&own, product, problems).map(|limit| QueueConfig::DropTail { limit });
        }
        QueueShape::Kind(table) => table,
    };
    let mut most = |own: &Option<At<QueueLimit>>| limit(own.as_ref()?, product, problems);
    Some(match table {
        QueueTable::DropTail(table) => QueueConfig::DropTail { limit: most(&table.limit)? },
        QueueTable::CoDel(table) => QueueConfig::CoDel(CoDelConfig {
            limit: most(&table.limit)?,
            target: table.target.as_ref()?.0,
            interval: table.interval.as_ref()?.0,
            max_packet_bytes: bytes(&table.max_packet)?,
        }),
        QueueTable::FqCoDel(table) => QueueConfig::FqCoDel(FqCoDelConfig {
            codel: CoDelConfig {
                limit: most(&table.limit)?,
                target: table.target.as_ref()?.0,
                interval: table.interval.as_ref()?.0,
                max_packet_bytes: bytes(&table.max_packet)?,
            },
            flows: u32::try_from(table.flows.as_ref()?.0).ok()?,
            quantum_bytes: bytes(&table.quantum)?,
        }),
        QueueTable::Red(table) => QueueConfig::Red(red(table, product, problems)?),
    })
}

pub(super) fn bytes(size: &Option<At<FrameSize>>) -> Option<u32> {
    u32::try_from(size.as_ref()?.0).ok()
}

/// A limit, with a bandwidth-delay product as the bytes it stands for.
pub(super) fn limit(
    own: &At<QueueLimit>,
    product: Product,
    problems: &mut Problems<'_>,
) -> Option<Limit> {
    let multiple = match own.value {
        QueueLimit::Packets(packets) => return Some(Limit::Packets(packets)),
        QueueLimit::Bytes(bytes) => return Some(Limit::Bytes(bytes)),
        QueueLimit::Bdp(multiple) => multiple,
    };
    let Some(rtt) = product.rtt else {
        problems
            .add(&own.place, "nothing says which round-trip time the BDP is of")
            .found(format!("\"{multiple} BDP\""))
            .expected("`reference_rtt` in [links]: a path over satellites has no fixed delay")
            .help("add it, for example reference_rtt = \"100 ms\", or give the limit in bytes");
        return None;
    };
    let bytes = multiple * product.rate?.as_bps() as f64 * rtt.as_secs_f64() / 8.0;
    if bytes < 1.0 {
        problems
            .add(&own.place, "the bandwidth-delay product is less than a byte")
            .found(format!("\"{multiple} BDP\" of {rtt}"))
            .expected("a longer `reference_rtt`, or a limit in packets or bytes");
        return None;
    }
    Some(Limit::Bytes(bytes.round() as u64))
}

fn red(table: &RedTable, product: Product, problems: &mut Problems<'_>) -> Option<RedConfig> {
    let own = [&table.limit, &table.min_threshold, &table.max_threshold];
    let [most, min, max] =
        own.map(|own| own.as_ref().and_then(|own| limit(own, product, problems)));
    let (min, max) = (min?, max?);
    let place = &table.max_threshold.as_ref()?.place;
    let (low, high) = match (min, max) {
        (Limit::Packets(min), Limit::Packets(max)) => (u64::from(min), u64::from(max)),
        (Limit::Bytes(min), Limit::Bytes(max)) => (min, max),
        _ => {
            problems
                .add(place, "the thresholds of a queue have different units")
                .expected("both in packets, or both in bytes or BDP");
            return None;
        }
    };
    if high <= low {
        problems
            .add(place, "`max_threshold` is not above `min_threshold`")
            .found(format!("{high}, not above {low}"))
            .expected("an average above that at which drops begin");
    }
    let share = |own: &Option<At<Probability>>, usual| own.as_ref().map_or(usual, |own| own.0);
    Some(RedConfig {
        limit: most?,
        min_threshold: min,
        max_threshold: max,
        weight: share(&table.weight, 0.002),
        max_probability: share(&table.max_probability, 0.1),
        gentle: table.gentle.as_ref()?.0,
        wait: table.wait.as_ref()?.0,
        mean_packet_bytes: bytes(&table.mean_packet)?,
    })
}
