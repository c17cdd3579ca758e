//! Everything a scenario can name, as data: for `skyseam models` and the documentation.

use serde_json::{Value as Json, json};
use skyseam_constellation::config::{Direction, Geometry, HandoverPolicy, Metric, Propagation};
use skyseam_host::app::voice::Codec;
use skyseam_host::config::{LossRecovery, Stack};
use skyseam_host::congestion::Algorithm;
use skyseam_host::quic;
use skyseam_net::channel::{FontanEnvironment, P681Environment, WhenOver};
use skyseam_net::config::{Order, QueuedAtHandover};
use skyseam_net::harq::Accounting;
use skyseam_net::reordering::ReorderingRule;
use skyseam_trace::SeriesSet;

use crate::beam_tables::FadingKind;
use crate::channel_names::ChannelKind;
use crate::harq_tables::HarqKind;
use crate::link_names::{LossKind, QueueKind};
use crate::names::{ApplicationKind, LinkPattern, Named, Spread, TransportKind};
use crate::presets::Preset;
use crate::scheduler_values::{RatesForm, SchedulerKind, TauranLimit, WeightRule};
use crate::voice_names::{PlayoutKind, TalkKind};

/// All choices as a list of `{key, name, summary, source}`, those of `series` included; `key` is
/// where a scenario makes the choice.
pub fn models(series: &SeriesSet) -> Json {
    let mut list = Vec::new();
    add::<&'static Preset>("constellation.preset", &mut list);
    add::<Geometry>("constellation.geometry", &mut list);
    add::<Propagation>("constellation.propagation", &mut list);
    add::<Spread>("constellation.shell.kind", &mut list);
    add::<LinkPattern>("constellation.isl.pattern", &mut list);
    add::<HandoverPolicy>("handover.policy", &mut list);
    add::<Direction>("handover.direction", &mut list);
    add::<QueuedAtHandover>("handover.queued", &mut list);
    add::<Metric>("routing.metric", &mut list);
    add::<QueueKind>("links.*.queue.kind", &mut list);
    add::<LossKind>("links.*.loss.kind", &mut list);
    add::<Order>("links.*.order", &mut list);
    add::<ChannelKind>("links.*.channel.model", &mut list);
    add::<FontanEnvironment>("links.*.channel.environment (fontan)", &mut list);
    add::<HarqKind>("links.*.harq.kind", &mut list);
    add::<Accounting>("links.*.harq.accounting", &mut list);
    add::<SchedulerKind>("links.downlink.scheduler.policy", &mut list);
    add::<RatesForm>("links.downlink.scheduler.rates", &mut list);
    add::<WeightRule>("links.downlink.scheduler.rule (m-lwdf)", &mut list);
    add::<TauranLimit>("links.downlink.scheduler.limit", &mut list);
    add::<FadingKind>("beams.fading", &mut list);
    add::<ReorderingRule>("links.*.reordering.rule", &mut list);
    add::<P681Environment>("links.*.channel.environment (p681)", &mut list);
    add::<WhenOver>("links.*.channel.when_over", &mut list);
    add::<ApplicationKind>("flows.application.kind", &mut list);
    add::<Codec>("flows.application.codec (voice)", &mut list);
    add::<TalkKind>("flows.application.talk.kind (voice)", &mut list);
    add::<PlayoutKind>("flows.application.playout.kind (voice)", &mut list);
    add::<TransportKind>("flows.transport.kind", &mut list);
    add::<Stack>("flows.transport.stack", &mut list);
    add::<Algorithm>("flows.transport.congestion", &mut list);
    add::<LossRecovery>("flows.transport.recovery", &mut list);
    add::<quic::Algorithm>("flows.transport.congestion (quic)", &mut list);
    list.extend(
        series.iter().map(|series| {
            row("run.record", series.name(), series.summary.to_owned(), series.source)
        }),
    );
    Json::Array(list)
}

fn add<T: Named>(key: &str, list: &mut Vec<Json>) {
    list.extend(T::choices().into_iter().map(|choice| {
        let summary = match choice.value.condition() {
            Some(condition) => format!("{} {condition}", choice.summary),
            None => choice.summary.to_owned(),
        };
        row(key, choice.name, summary, choice.source)
    }));
}

fn row(key: &str, name: &str, summary: String, source: &str) -> Json {
    json!({ "key": key, "name": name, "summary": summary, "source": source })
}
