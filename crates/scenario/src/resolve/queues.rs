//! Queues: disciplines, their parameters, and limits given in bandwidth-delay products.

use skyseam_base::{Duration, Rate};
use skyseam_net::config::{Limit, QueueConfig};
use skyseam_net::queue::{QueueChoice, QueueLimit};

use crate::document::At;
use crate::error::Problems;

/// What a bandwidth-delay product is made of, as far as it is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Product {
    pub(super) rate: Option<Rate>,
    pub(super) rtt: Option<Duration>,
}

/// The queue that `own` describes.
pub(super) fn queue(
    own: &At<QueueChoice>,
    product: Product,
    problems: &mut Problems<'_>,
) -> Option<QueueConfig> {
    let model = own.0.adapted(
        &mut |key, value, keys, problems| {
            if let Some(most) = value.downcast_mut::<QueueLimit>() {
                let own = At::new(*most, keys.at(key));
                if let Some(limit) = limit(&own, product, problems) {
                    *most = limit.into();
                }
            }
        },
        problems,
    )?;
    Some(QueueConfig::Discipline(model))
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
