//! Everything a scenario can name: what a reader is handed to choose from, and the same as data for
//! `skyseam models` and the documentation.

use std::sync::Arc;

use serde_json::{Value as Json, json};
use skyseam_constellation::config::{Direction, Geometry, Metric, Propagation};
use skyseam_constellation::handover;
use skyseam_constellation::routing::{self, RoutingRule};
use skyseam_constellation::shell::Spread;
use skyseam_host::app::voice::Codec;
use skyseam_host::config::{LossRecovery, Stack};
use skyseam_host::congestion::Algorithm;
use skyseam_host::quic;
use skyseam_net::channel::{self, ChannelModel, FontanEnvironment, P681Environment, WhenOver};
use skyseam_net::config::{Order, QueuedAtHandover};
use skyseam_net::harq::{self, Accounting, HarqScheme};
use skyseam_net::loss::{self, LossModel};
use skyseam_net::queue::{self, Discipline};
use skyseam_net::reordering::{self, ReorderingRule};
use skyseam_net::scheduler::{self, Policy, TauranLimit, WeightRule};
use skyseam_params::{Catalogue, Declared, Family, Format, Member};
use skyseam_trace::SeriesSet;

use crate::beam_tables::FadingKind;
use crate::document;
use crate::error::{Problems, ScenarioErrors};
use crate::files::Files;
use crate::names::{ApplicationKind, LinkPattern, Named, Pick, TransportKind};
use crate::presets;
use crate::shape::Shape;
use crate::tables::ScenarioTable;
use crate::voice_names::{PlayoutKind, TalkKind};
use crate::{Parsed, resolve, schema};

/// What scenarios can choose from: what is built in, and what a program adds.
///
/// ```text
/// let models = Models::built_in().with_queue::<EveryTenth>();
/// let parsed = models.parse(text, "own.toml", &Files::new())?;
/// ```
#[derive(Clone, Debug)]
pub struct Models(Arc<Catalogue>);

impl Models {
    /// What is built in.
    pub fn built_in() -> Self {
        let catalogue = Catalogue::default()
            .with_all(handover::built_in())
            .with_all(routing::built_in())
            .with_all(queue::built_in())
            .with_all(loss::built_in())
            .with_all(scheduler::built_in())
            .with_all(scheduler::rates::forms())
            .with_all(reordering::built_in())
            .with_all(harq::built_in())
            .with_all(channel::built_in());
        Self(Arc::new(catalogue))
    }

    /// The same, and these series to record in the place of those before; without, there is none.
    #[must_use]
    pub fn with_series(self, series: &SeriesSet) -> Self {
        Self(Arc::new(Arc::unwrap_or_clone(self.0).with_set(series.clone())))
    }

    /// One thing more, of any family.
    ///
    /// # Panics
    /// Where its family has one of this name already.
    #[must_use]
    pub fn with<F: Family + ?Sized>(self, member: Member<F>) -> Self {
        Self(Arc::new(Arc::unwrap_or_clone(self.0).with(member)))
    }

    /// One queue discipline more.
    ///
    /// # Panics
    /// As [`Models::with`].
    #[must_use]
    pub fn with_queue<T: Declared + Discipline>(self) -> Self {
        self.with(queue::member::<T>())
    }

    /// One loss model more.
    ///
    /// # Panics
    /// As [`Models::with`].
    #[must_use]
    pub fn with_loss<T: Declared + LossModel>(self) -> Self {
        self.with(loss::member::<T>())
    }

    /// One policy of a scheduler more.
    ///
    /// # Panics
    /// As [`Models::with`].
    #[must_use]
    pub fn with_scheduler<T: Declared + Policy>(self) -> Self {
        self.with(scheduler::member::<T>())
    }

    /// One rule of reordering more.
    ///
    /// # Panics
    /// As [`Models::with`].
    #[must_use]
    pub fn with_reordering<T: Declared + ReorderingRule>(self) -> Self {
        self.with(reordering::member::<T>())
    }

    /// One HARQ scheme more.
    ///
    /// # Panics
    /// As [`Models::with`].
    #[must_use]
    pub fn with_harq<T: Declared + HarqScheme>(self) -> Self {
        self.with(harq::member::<T>())
    }

    /// One model of a channel more.
    ///
    /// # Panics
    /// As [`Models::with`].
    #[must_use]
    pub fn with_channel<T: Declared + ChannelModel>(self) -> Self {
        self.with(channel::member::<T>())
    }

    /// One handover policy more.
    ///
    /// # Panics
    /// As [`Models::with`].
    #[must_use]
    pub fn with_policy<T: Declared + handover::Policy>(self) -> Self {
        self.with(handover::member::<T>())
    }

    /// One rule of routing more.
    ///
    /// # Panics
    /// As [`Models::with`].
    #[must_use]
    pub fn with_routing<T: Declared + RoutingRule>(self) -> Self {
        self.with(routing::member::<T>())
    }

    /// The format of a scenario with these choices.
    pub(crate) fn format(&self) -> Format {
        format(self.0.clone())
    }

    /// The choices, for a schema.
    pub(crate) fn catalogue(&self) -> &Arc<Catalogue> {
        &self.0
    }

    /// The JSON Schema (draft 2020-12) of a scenario file.
    pub fn schema(&self) -> Json {
        schema::of(&self.0)
    }

    /// Reads and checks a scenario with these choices: see [`crate::parse`].
    ///
    /// # Errors
    /// As [`crate::parse`].
    pub fn parse(&self, text: &str, name: &str, files: &Files) -> Result<Parsed, ScenarioErrors> {
        let mut problems = Problems::of(text, self.format());
        let document = document::read(text, &mut problems);
        let file = document.and_then(|document| ScenarioTable::read(&document, &mut problems));
        let scenario = file.and_then(|file| resolve::resolve(&file, files, &mut problems));
        match scenario {
            Some(scenario) if problems.is_empty() => {
                Ok(Parsed { scenario, warnings: problems.into_warnings(name) })
            }
            _ => Err(problems.into_errors(name)),
        }
    }

    /// All choices as a list of `{key, name, summary, source}`; `key` is where a scenario makes the
    /// choice.
    pub fn list(&self) -> Json {
        let mut list = Vec::new();
        all(&self.0, &mut list);
        Json::Array(list)
    }
}

/// The format of a scenario with these choices.
pub(crate) fn format(catalogue: Arc<Catalogue>) -> Format {
    Format {
        catalogue,
        schema: Some(schema::of),
        refused: schema::REFUSED,
        meant: Some(schema::meant),
    }
}

/// The choices that are built in, and these series: see [`Models::list`].
pub fn models(series: &SeriesSet) -> Json {
    Models::built_in().with_series(series).list()
}

/// The series that a scenario can ask for.
pub(crate) fn series_of(catalogue: &Catalogue) -> SeriesSet {
    catalogue.set::<SeriesSet>().cloned().unwrap_or_default()
}

fn all(catalogue: &Arc<Catalogue>, list: &mut Vec<Json>) {
    list.extend(
        presets::summaries(catalogue)
            .into_iter()
            .map(|[name, summary, source]| row("constellation.preset", &name, summary, &source)),
    );
    add::<Geometry>("constellation.geometry", list);
    add::<Propagation>("constellation.propagation", list);
    add::<Spread>("constellation.shell.kind", list);
    add::<LinkPattern>("constellation.isl.pattern", list);
    members("handover.policy", catalogue, list);
    add::<Direction>("handover.direction", list);
    add::<QueuedAtHandover>("handover.queued", list);
    members("routing.kind", catalogue, list);
    add::<Metric>("routing.metric", list);
    members("links.*.queue.kind", catalogue, list);
    members("links.*.loss.kind", catalogue, list);
    add::<Order>("links.*.order", list);
    members("links.*.channel.model", catalogue, list);
    add::<FontanEnvironment>("links.*.channel.environment (fontan)", list);
    members("links.*.harq.kind", catalogue, list);
    add::<Accounting>("links.*.harq.accounting", list);
    members("links.downlink.scheduler.policy", catalogue, list);
    members("links.downlink.scheduler.rates", catalogue, list);
    add::<WeightRule>("links.downlink.scheduler.rule (m-lwdf)", list);
    add::<TauranLimit>("links.downlink.scheduler.limit", list);
    add::<FadingKind>("beams.fading", list);
    members("links.*.reordering.rule", catalogue, list);
    add::<P681Environment>("links.*.channel.environment (p681)", list);
    add::<WhenOver>("links.*.channel.when_over", list);
    add::<ApplicationKind>("flows.application.kind", list);
    add::<Pick<Codec>>("flows.application.codec (voice)", list);
    add::<TalkKind>("flows.application.talk.kind (voice)", list);
    add::<PlayoutKind>("flows.application.playout.kind (voice)", list);
    add::<TransportKind>("flows.transport.kind", list);
    add::<Pick<Stack>>("flows.transport.stack", list);
    add::<Pick<Algorithm>>("flows.transport.congestion", list);
    add::<Pick<LossRecovery>>("flows.transport.recovery", list);
    add::<Pick<quic::Algorithm>>("flows.transport.congestion (quic)", list);
    list.extend(
        series_of(catalogue).iter().map(|series| {
            row("run.record", series.name(), series.summary.to_owned(), series.source)
        }),
    );
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

/// The members of the family that is chosen from at `key`.
fn members(key: &str, catalogue: &Catalogue, list: &mut Vec<Json>) {
    let members = catalogue.list(key);
    list.extend(members.map(|one| row(key, one.name, one.summary.clone(), one.source)));
}

fn row(key: &str, name: &str, summary: String, source: &str) -> Json {
    json!({ "key": key, "name": name, "summary": summary, "source": source })
}
