//! Everything a scenario can name: the choices of a reader, and the same as data for `skyseam
//! models` and the documentation.

use std::sync::Arc;

use serde_json::{Value as Json, json};
use skyseam_app as app;
use skyseam_app::ApplicationKind;
use skyseam_app::distributions::{SizeLaw, SpanLaw, sizes, spans};
use skyseam_app::udp::source::{self, Source};
use skyseam_app::video::abr::{self, Abr};
use skyseam_app::voice::Codec;
use skyseam_app::voice::playout::{self, Playout};
use skyseam_app::voice::talk::{self, Talk};
use skyseam_app::web::page_model::{self, PageModel};
use skyseam_constellation::description::config::{FlightDirection, Geometry, Metric, Propagation};
use skyseam_constellation::description::shell::Spread;
use skyseam_constellation::handover::{self, QueuedAtHandover};
use skyseam_constellation::isl::{self, Pattern};
use skyseam_constellation::routing::{self, RoutingRule};
use skyseam_endpoint::careful_resume::{self, ResumeRule};
use skyseam_endpoint::slow_start::{self, SlowStart};
use skyseam_endpoint::tls::TlsHandshake;
use skyseam_endpoint::transport::Transport;
use skyseam_host as host;
use skyseam_net::access::{self, Access};
use skyseam_net::channel::{self, ChannelModel, FontanEnvironment, P681Environment, WhenOver};
use skyseam_net::config::ArrivalOrder;
use skyseam_net::harq::{self, Accounting, HarqScheme};
use skyseam_net::keys::ChannelFile;
use skyseam_net::keys::beam::{FadingKind, RedundancyFadingKind};
use skyseam_net::keys::link::BudgetPreset;
use skyseam_net::loss::{self, LossModel};
use skyseam_net::queue::{self, Discipline};
use skyseam_net::reordering::{self, ReorderingRule};
use skyseam_net::scheduler::{self, SchedulingPolicy, TauranLimit, WeightRule};
use skyseam_params::files::{Files, Reference};
use skyseam_params::{Catalogue, Declared, Family, Format, Member};
use skyseam_quic as quic;
use skyseam_quic::QuicHandshake;
use skyseam_tcp::accelerated::PeerCacheState;
use skyseam_tcp::congestion;
use skyseam_tcp::congestion::algorithm::{Setup, TcpAlgorithm};
use skyseam_tcp::stacks;
use skyseam_tcp::{LossRecovery, Stack};
use skyseam_trace::SeriesSet;
use skyseam_users::curve::Published;
use skyseam_users::{Arrivals, Demand, Ground, Places, arrivals, demand, places};

use crate::document::{self, Spanned, Value};
use crate::error::{Problems, ScenarioErrors};
use crate::ground;
use crate::names::{Named, TerminalKind, series_of};
use crate::presets::{self, Preset};
use crate::shape::Shape;
use crate::sweep::key::Key;
use crate::tables::ScenarioTable;
use crate::{Parsed, resolve, schema};

/// Models that scenarios can choose from: the built-in ones, and those that a program adds.
///
/// ```text
/// let models = Models::built_in().with_queue::<EveryTenth>();
/// let parsed = models.parse(text, "own.toml", &Files::new())?;
/// ```
#[derive(Clone, Debug)]
pub struct Models(Arc<Catalogue>);

impl Models {
    /// The built-in models.
    pub fn built_in() -> Self {
        let catalogue = Catalogue::default()
            .with_all(isl::built_in())
            .with_all(handover::built_in())
            .with_all(routing::built_in())
            .with_all(queue::built_in())
            .with_all(loss::built_in())
            .with_all(scheduler::built_in())
            .with_all(access::built_in())
            .with_all(scheduler::rates::forms())
            .with_all(reordering::built_in())
            .with_all(harq::built_in())
            .with_all(channel::built_in())
            .with_all(congestion::built_in())
            .with_all(quic::congestion::built_in())
            .with_all(slow_start::built_in())
            .with_all(careful_resume::built_in())
            .with_all(stacks::built_in())
            .with_all(host::built_in())
            .with_all(app::built_in())
            .with_all(sizes::built_in())
            .with_all(spans::built_in())
            .with_all(talk::built_in())
            .with_all(playout::built_in())
            .with_all(source::built_in())
            .with_all(abr::built_in())
            .with_all(page_model::built_in())
            .with_all(places::built_in())
            .with_all(arrivals::built_in())
            .with_all(demand::built_in());
        Self(Arc::new(catalogue))
    }

    /// Replaces the series that can be recorded; without this call there are none.
    #[must_use]
    pub fn with_series(self, series: &SeriesSet) -> Self {
        Self(Arc::new(Arc::unwrap_or_clone(self.0).with_set(series.clone())))
    }

    /// Adds a model of any family.
    ///
    /// # Panics
    /// If its family has one of this name already.
    #[must_use]
    pub fn with<F: Family + ?Sized>(self, member: Member<F>) -> Self {
        Self(Arc::new(Arc::unwrap_or_clone(self.0).with(member)))
    }

    /// Whether a family has a model of this name.
    pub fn has<F: Family + ?Sized>(&self, name: &str) -> bool {
        self.0.members::<F>().iter().any(|member| member.name == name)
    }

    /// Adds a congestion controller to TCP, and to QUIC if it counts bytes
    /// ([`TcpAlgorithm::in_bytes`]) and QUIC has none of its name.
    ///
    /// # Panics
    /// As [`Models::with`].
    #[must_use]
    pub fn with_controller<T: Declared + TcpAlgorithm>(self) -> Self {
        let own = congestion::member::<T>();
        let usual = own.usual(&self.0);
        let counts_bytes = usual.is_none_or(|own| own.in_bytes(&Setup::SOME).is_some());
        let of_quic = self.0.members::<dyn quic::QuicAlgorithm>();
        let is_new = of_quic.iter().all(|member| member.name != own.name);
        let models = self.with(own);
        match counts_bytes && is_new {
            true => models.with(host::controllers::over_quic::<T>()),
            false => models,
        }
    }

    /// Adds a geometry.
    ///
    /// # Panics
    /// If there is one of this name.
    #[must_use]
    pub fn with_geometry(self, geometry: Geometry) -> Self {
        Self(Arc::new(Arc::unwrap_or_clone(self.0).with_choice(geometry.choice())))
    }

    /// Adds a routing metric.
    ///
    /// # Panics
    /// If there is one of this name.
    #[must_use]
    pub fn with_metric(self, metric: Metric) -> Self {
        Self(Arc::new(Arc::unwrap_or_clone(self.0).with_choice(metric.choice())))
    }

    /// The format of a scenario with these choices.
    pub(crate) fn format(&self) -> Format {
        schema::format(self.0.clone())
    }

    /// The choices, for a schema.
    pub(crate) fn catalogue(&self) -> &Arc<Catalogue> {
        &self.0
    }

    /// The JSON Schema (draft 2020-12) of a scenario file.
    pub fn schema(&self) -> Json {
        schema::of(&self.0)
    }

    /// The text of a page file, drawn from the page model of this name under a seed, as a scenario
    /// would draw it; `None` if there is no such model.
    pub fn page(&self, model: &str, seed: u64) -> Option<String> {
        let members = self.0.members::<dyn PageModel>();
        let member = members.iter().find(|member| member.name == model)?;
        let model = member.usual(&self.0)?;
        let page = page_model::page_of_seed(&*model, seed);
        Some(page.to_toml(&format!("A page drawn with seed {seed}"), model.source()))
    }

    /// Reads and checks a scenario; `name` is the file's name in messages, `files` holds the files
    /// that it refers to (see [`crate::references`]).
    ///
    /// # Errors
    /// All problems of the text, in its order, and of the files. Does not panic, whatever they
    /// contain.
    pub fn parse(&self, text: &str, name: &str, files: &Files) -> Result<Parsed, ScenarioErrors> {
        self.parse_seeded(text, name, files, None)
    }

    /// Reads a scenario like [`Models::parse`], with `seed`, if given, in place of `run.seed`.
    ///
    /// # Errors
    /// Those of [`Models::parse`].
    pub fn parse_seeded(
        &self,
        text: &str,
        name: &str,
        files: &Files,
        seed: Option<i64>,
    ) -> Result<Parsed, ScenarioErrors> {
        let mut problems = Problems::of(text, self.format()).beside(files);
        let mut document = document::read(text, &mut problems);
        if let (Some(document), Some(seed)) = (&mut document, seed) {
            // Where there is no table to set it in, the reader says so.
            let _ = Key::of("run.seed").set(document, &Value::from(seed));
        }
        scenario_of(document.as_ref(), name, problems)
    }

    /// The files that a scenario text refers to, each with the key that names it.
    ///
    /// Tolerates every fault of the text: unreadable parts refer to nothing, and [`Models::parse`]
    /// reports them.
    pub fn references(&self, text: &str) -> Vec<Reference> {
        let file = document::read(text, &mut Problems::new(text));
        file.as_ref().map_or_else(Vec::new, |file| self.references_in(file))
    }

    /// The files that the tree of a scenario, or of a channel alone, refers to.
    pub(crate) fn references_in(&self, file: &Spanned<Value>) -> Vec<Reference> {
        let mut problems = Problems::of("", self.format());
        match &file.value {
            Value::Table(entries) if entries.len() == 1 && *entries[0].key == "channel" => {
                ChannelFile::read(file, &mut problems);
            }
            _ => _ = ScenarioTable::read(file, &mut problems),
        }
        problems.named_files().to_vec()
    }

    /// All choices as a list of `{key, name, summary, source}`; `key` is the path of the choice in
    /// a scenario.
    pub fn list(&self) -> Json {
        choices(&self.0).into()
    }
}

/// The files that a scenario text refers to, with the built-in models; see [`Models::references`].
pub fn references(text: &str) -> Vec<Reference> {
    Models::built_in().references(text)
}

/// The scenario that a document describes, if it could be read without a problem.
pub(crate) fn scenario_of(
    document: Option<&Spanned<Value>>,
    name: &str,
    mut problems: Problems<'_>,
) -> Result<Parsed, ScenarioErrors> {
    let file = document.and_then(|document| {
        problems.describe(document);
        let expanded = resolve::expand(document, &mut problems);
        if let Some(expanded) = &expanded {
            problems.manifest().expand(expanded);
        }
        ScenarioTable::read(expanded.as_ref().unwrap_or(document), &mut problems)
    });
    // What was not read is not known to be absent.
    let file = file.filter(|_| !problems.are_enough());
    let scenario = file.and_then(|file| resolve::resolve(&file, &mut problems));
    match scenario {
        Some(scenario) if problems.is_empty() => {
            Ok(Parsed { scenario, warnings: problems.into_warnings(name) })
        }
        _ => Err(problems.into_errors(name)),
    }
}

/// Declares a method of [`Models`] for each family, which adds a model.
macro_rules! additions {
    ($($name:ident: $bound:path, $($member:ident)::+, $what:literal;)+) => {
        impl Models {
            $(
                #[doc = concat!("One ", $what, " more.")]
                /// # Panics
                /// See [`Models::with`].
                #[must_use]
                pub fn $name<T: Declared + $bound>(self) -> Self {
                    self.with($($member)::+::<T>())
                }
            )+
        }
    };
}

additions! {
    with_isl_pattern: Pattern, isl::member, "pattern of links between satellites";
    with_queue: Discipline, queue::member, "queue discipline";
    with_loss: LossModel, loss::member, "loss model";
    with_access: Access, access::member, "kind of access";
    with_scheduler: SchedulingPolicy, scheduler::member, "policy of a scheduler";
    with_reordering: ReorderingRule, reordering::member, "rule of reordering";
    with_harq: HarqScheme, harq::member, "HARQ scheme";
    with_channel: ChannelModel, channel::member, "model of a channel";
    with_policy: handover::HandoverPolicy, handover::member, "handover policy";
    with_routing: RoutingRule, routing::member, "rule of routing";
    with_application: ApplicationKind, app::member, "kind of application";
    with_size_law: SizeLaw, sizes::member, "distribution of sizes";
    with_span_law: SpanLaw, spans::member, "distribution of times";
    with_talk: Talk, talk::member, "talk pattern of voice";
    with_playout: Playout, playout::member, "play-out buffer of voice";
    with_udp_source: Source, source::member, "source of UDP datagrams";
    with_abr: Abr, abr::member, "rule of bitrate adaptation";
    with_page_model: PageModel, page_model::member, "model of web pages";
    with_transport: Transport, host::member, "transport";
    with_slow_start: SlowStart, slow_start::member, "slow start of a congestion controller";
    with_resume_rule: ResumeRule, careful_resume::member, "use of Careful Resume";
    with_stack: Stack, stacks::member, "TCP stack";
    with_quic_controller: quic::QuicAlgorithm, quic::congestion::member,
        "congestion controller of QUIC";
    with_places: Places, places::member, "kind of places of users";
    with_arrivals: Arrivals, arrivals::member, "process of arrivals of users' sessions";
    with_demand: Demand, demand::member, "rule of demand";
}

/// Every preset with its content: a list of `{name, summary, source, satellites, shells,
/// scenario}`. `shells` has numbers, with units in their names; `scenario` is an equivalent
/// scenario.
pub fn constellations() -> Json {
    presets::built_in(Models::built_in().catalogue()).iter().map(Preset::listed).collect()
}

/// The cities of the built-in table: a list of `{name, country, latitude_deg, longitude_deg}`.
pub fn cities() -> Json {
    places::cities()
        .map(|(name, country, place)| {
            let Ground { latitude_deg, longitude_deg } = place;
            json!({ "name": &*name, "country": country,
                "latitude_deg": latitude_deg, "longitude_deg": longitude_deg })
        })
        .collect()
}

/// All choices, in the order of their listing.
fn choices(catalogue: &Arc<Catalogue>) -> Vec<Json> {
    let mut all = Vec::new();
    let list = &mut all;
    list.extend(
        presets::built_in(catalogue).into_iter().map(|preset| {
            row("constellation.preset", &preset.name, preset.summary, &preset.source)
        }),
    );
    list.extend(
        ground::built_in(catalogue)
            .into_iter()
            .map(|one| row("ground.preset", &one.name, one.summary, &one.source)),
    );
    add::<Geometry>("constellation.geometry", catalogue, list);
    add::<Propagation>("constellation.propagation", catalogue, list);
    add::<Spread>("constellation.shell.kind", catalogue, list);
    members("constellation.isl.pattern", catalogue, list);
    members("handover.kind", catalogue, list);
    add::<FlightDirection>("handover.direction", catalogue, list);
    add::<QueuedAtHandover>("handover.queued", catalogue, list);
    members("routing.kind", catalogue, list);
    add::<Metric>("routing.metric", catalogue, list);
    members("links.*.queue.kind", catalogue, list);
    members("links.*.loss.kind", catalogue, list);
    members("links.uplink.access.kind", catalogue, list);
    add::<ArrivalOrder>("links.*.order", catalogue, list);
    add::<BudgetPreset>("links.*.link_budget.preset", catalogue, list);
    members("links.*.channel.kind", catalogue, list);
    add::<FontanEnvironment>("links.*.channel.environment (fontan)", catalogue, list);
    members("links.*.harq.kind", catalogue, list);
    add::<Accounting>("links.*.harq.accounting", catalogue, list);
    members("links.downlink.scheduler.kind", catalogue, list);
    members("links.downlink.scheduler.rates", catalogue, list);
    add::<WeightRule>("links.downlink.scheduler.rule (m-lwdf)", catalogue, list);
    add::<TauranLimit>("links.downlink.scheduler.limit", catalogue, list);
    add::<TerminalKind>("terminals.kind", catalogue, list);
    add::<FadingKind>("beams.fading", catalogue, list);
    add::<RedundancyFadingKind>("beams.redundancy_fading", catalogue, list);
    members("links.*.reordering.kind", catalogue, list);
    add::<P681Environment>("links.*.channel.environment (p681)", catalogue, list);
    add::<WhenOver>("links.*.channel.when_over", catalogue, list);
    members("flows.application.kind", catalogue, list);
    members("flows.application.response.kind", catalogue, list);
    members("flows.application.think.kind", catalogue, list);
    add::<Codec>("flows.application.codec (voice)", catalogue, list);
    members("flows.application.talk.kind (voice)", catalogue, list);
    members("flows.application.playout.kind (voice)", catalogue, list);
    members("flows.application.source.kind (udp)", catalogue, list);
    members("flows.application.abr.kind (video)", catalogue, list);
    members("flows.application.page.kind", catalogue, list);
    members("flows.transport.kind", catalogue, list);
    members("flows.transport.stack", catalogue, list);
    members("flows.transport.congestion", catalogue, list);
    members("flows.transport.congestion.slow_start", catalogue, list);
    members("flows.transport.careful_resume", catalogue, list);
    add::<LossRecovery>("flows.transport.recovery", catalogue, list);
    add::<PeerCacheState>("flows.transport.fast_open, ttcp", catalogue, list);
    add::<TlsHandshake>("flows.transport.tls", catalogue, list);
    members("flows.transport.congestion (quic)", catalogue, list);
    add::<QuicHandshake>("flows.transport.handshake (quic)", catalogue, list);
    members("users.places.kind", catalogue, list);
    members("users.demand.kind", catalogue, list);
    members("users.sessions.kind", catalogue, list);
    add::<Published>("users.sessions.busy_hour.curve", catalogue, list);
    list.extend(
        series_of(catalogue).iter().map(|series| {
            row("run.record", series.name(), series.summary.to_owned(), series.source)
        }),
    );
    members("run.record", catalogue, list);
    all
}

fn add<T: Named>(key: &str, catalogue: &Catalogue, list: &mut Vec<Json>) {
    list.extend(catalogue.choices::<T>().into_iter().map(|choice| {
        let summary = match choice.value.condition() {
            Some(condition) => format!("{} {condition}", choice.summary),
            None => choice.summary.to_owned(),
        };
        row(key, choice.name, summary, choice.source)
    }));
}

/// Adds the members of the family of the choice at `key` to `list`.
fn members(key: &str, catalogue: &Catalogue, list: &mut Vec<Json>) {
    let members = catalogue.list(key);
    list.extend(members.map(|one| row(key, one.name, one.summary.clone(), one.source)));
}

fn row(key: &str, name: &str, summary: String, source: &str) -> Json {
    json!({ "key": key, "name": name, "summary": summary, "source": source })
}
