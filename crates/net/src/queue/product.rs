//! Limits of queues that are given in bandwidth-delay products, or as a time at the link's rate.

use std::any::Any;

use skyseam_base::{Duration, Rate};
use skyseam_params::{Keys, Problems, Spanned};

use super::{Limit, QueueChoice, QueueLimit};
use crate::config::QueueConfig;
use crate::scheduler::LimitRule;

/// Known factors of a bandwidth-delay product.
#[derive(Clone, Copy, Debug)]
pub struct BandwidthDelay {
    /// Rate of the link.
    pub rate: Option<Rate>,
    /// Round-trip time of the path.
    pub rtt: Option<Duration>,
}

/// The queue that `own` describes.
pub fn queue(
    own: &Spanned<QueueChoice>,
    product: BandwidthDelay,
    problems: &mut Problems<'_>,
) -> Option<QueueConfig> {
    own.0.adapted(&mut in_bytes(product), problems).map(QueueConfig::Discipline)
}

/// Replaces limits given in bandwidth-delay products or as times by bytes.
pub fn in_bytes(
    product: BandwidthDelay,
) -> impl FnMut(&'static str, &mut dyn Any, &Keys, &mut Problems<'_>) {
    move |key, value, keys, problems| {
        let own = match value.downcast_mut::<LimitRule>() {
            Some(LimitRule::Each(own)) => Some(own),
            Some(LimitRule::Tauran(_)) => None,
            None => value.downcast_mut::<QueueLimit>(),
        };
        if let Some(own) = own
            && let Some(known) = limit(&Spanned::new(*own, keys.at(key)), product, problems)
        {
            *own = known.into();
        }
    }
}

/// A limit, with a bandwidth-delay product or a time replaced by bytes.
fn limit(
    own: &Spanned<QueueLimit>,
    product: BandwidthDelay,
    problems: &mut Problems<'_>,
) -> Option<Limit> {
    let (multiple, time, what) = match own.value {
        QueueLimit::Packets(packets) => return Some(Limit::Packets(packets)),
        QueueLimit::Bytes(bytes) => return Some(Limit::Bytes(bytes)),
        QueueLimit::Time(time) => (1.0, time, "amount that the link sends in this time"),
        QueueLimit::Bdp(multiple) => {
            let Some(rtt) = product.rtt else {
                problems
                    .add(&own.place, "the round-trip time of the BDP is missing")
                    .found(format!("\"{multiple} BDP\""))
                    .expected(
                        "`reference_rtt` in [links]: a path over satellites has no fixed delay",
                    )
                    .help(
                        "add it, for example reference_rtt = \"100 ms\", or give the limit in \
                         bytes",
                    );
                return None;
            };
            (multiple, rtt, "bandwidth-delay product")
        }
    };
    let found = || match own.value {
        QueueLimit::Bdp(multiple) => format!("\"{multiple} BDP\" of {time}"),
        _ => format!("\"{time}\""),
    };
    let longer = if matches!(own.value, QueueLimit::Bdp(_)) { "`reference_rtt`" } else { "time" };
    let bytes = multiple * product.rate?.as_bps() as f64 * time.as_secs_f64() / 8.0;
    if bytes < 1.0 {
        problems
            .add(&own.place, format!("the {what} is less than a byte"))
            .found(found())
            .expected(format!("a longer {longer}, or a limit in packets or bytes"));
        return None;
    }
    if bytes > QueueLimit::MAX_BYTES as f64 {
        problems
            .add(&own.place, format!("the {what} is out of range"))
            .found(format!("{}, {bytes:.0} B", found()))
            .expected(format!("at most {} B", QueueLimit::MAX_BYTES))
            .help(format!("a shorter {longer}, or a limit in packets or bytes"));
        return None;
    }
    Some(Limit::Bytes(bytes.round() as u64))
}
