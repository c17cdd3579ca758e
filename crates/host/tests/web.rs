//! Goal: whatever the version of HTTP and the path, every visit of a page ends with all objects or
//! states why not, and received objects are those requested; and on a clean path a page takes the
//! time of its round trips and transmissions. Method: pages over paths that lose, delay and fail,
//! and closed forms.

use proptest::prelude::*;
use skyseam_app::Application;
use skyseam_app::web::page::{Object, Page, PageName};
use skyseam_app::web::{Http, Web};
use skyseam_base::{Duration, FlowId, NodeId, RandomStream, SimTime};
use skyseam_endpoint::tls::Tls;
use skyseam_endpoint::transport::Transport;
use skyseam_endpoint::{EndReason, FlowReport};
use skyseam_host as host;
use skyseam_host::open;
use skyseam_quic::QuicConfig;
use skyseam_tcp::TcpConfig;
use skyseam_trace::{Event, PageEnd, Recorder};

use crate::support::{Link, World};

/// An object that arrived: name, content, connection, number of the request, requested, first byte,
/// last byte.
type Came = (String, u64, u16, u32, SimTime, SimTime, SimTime);

#[derive(Default)]
struct Seen {
    came: Vec<Came>,
    ended: Vec<(SimTime, PageEnd)>,
    delivered: [u64; 2],
    stated: [u32; 2],
}

impl Recorder for Seen {
    fn record(&mut self, now: SimTime, event: Event<'_>) {
        match event {
            Event::PageEnded { page, .. } => self.ended.push((now, *page)),
            Event::ObjectLoaded { object, .. } => self.came.push((
                object.name.to_owned(),
                object.bytes,
                object.connection,
                object.stream,
                object.requested,
                object.first_byte,
                now,
            )),
            Event::Delivered { bytes, .. } => self.delivered[0] += bytes,
            Event::FlowStarted { .. } => self.stated[0] += 1,
            Event::FlowFinished { .. } => self.stated[1] += 1,
            _ => {}
        }
    }

    fn record_reverse(&mut self, _: SimTime, event: Event<'_>) {
        if let Event::Delivered { bytes, .. } = event {
            self.delivered[1] += bytes;
        }
    }
}

const VERSIONS: [Http; 4] = [Http::Http10, Http::Http11, Http::Http2, Http::Http3];
const START: SimTime = SimTime::from_secs(2);

fn carriers(http: Http) -> Vec<Box<dyn Transport>> {
    if http == Http::Http3 {
        return vec![Box::new(QuicConfig { max_idle_timeout: None, ..QuicConfig::named("cubic") })];
    }
    vec![
        Box::new(TcpConfig::named("linux", "cubic")),
        Box::new(TcpConfig::named("linux", "bbr")),
        Box::new(TcpConfig::named("rfc", "newreno")),
        Box::new(secured()),
    ]
}

/// TCP with TLS as used by browsers.
fn secured() -> TcpConfig {
    TcpConfig { tls: Some(Tls::of_browsers()), ..TcpConfig::named("linux", "cubic") }
}

fn object(name: &str, size: u64, after: &[usize], at: f64) -> Object {
    let after = after.to_vec();
    let (name, parse) = (name.to_owned(), Duration::from_millis(3));
    Object { name, host: 0, size, after, at, parse, above_fold: true, cached: false }
}

/// A page of `count` objects, each of which depends on an earlier one.
fn page(count: usize, seed: u64) -> Page {
    let mut draw = RandomStream::new(seed, "page");
    let mut objects = vec![object("index", 12_000, &[], 1.0)];
    for number in 1..count {
        let parent = (draw.uniform() * number as f64) as usize;
        let (size, at) = (1 + (draw.uniform() * 40_000.0) as u64, draw.uniform());
        let at = if at < 0.3 { 1.0 } else { at };
        objects.push(object(&format!("object {number}"), size, &[parent], at));
    }
    Page { objects }
}

fn world(web: Web, carrier: &dyn Transport, bps: u64, delay_ms: u64) -> World<Seen> {
    let links = [0, 1].map(|_| Link::new(Some(bps), Duration::from_millis(delay_ms), 100));
    let application = Application::of(web);
    let ends = open(FlowId(3), NodeId(1), NodeId(2), START, &application, carrier);
    World::new(ends, links, Seen::default())
}

fn report(world: &World<Seen>) -> FlowReport {
    world.ends[0].report().merged(&world.ends[1].report())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// Goal: every object arrives once and completely, over any path that sometimes lets packets
    /// through.
    #[test]
    fn every_page_is_loaded(
        count in 1usize..40,
        loss in prop::array::uniform2(0.0..0.1f64),
        outage_ms in (0u64..3_000, 0u64..4_000),
        think_ms in prop_oneof![Just(0), 1u64..200],
        visits in 1u32..3,
        pause_s in prop_oneof![Just(0), 1u64..20],
        delay_ms in 1u64..150,
        (hosts, lookup_ms) in (1usize..4, prop_oneof![Just(0), 1u64..300]),
        seed in any::<u64>(),
    ) {
        let mut own = page(count, seed);
        for (number, object) in own.objects.iter_mut().enumerate() {
            object.host = number % hosts;
        }
        let content: u64 = own.objects.iter().map(|object| object.size).sum();
        for http in VERSIONS {
            for carrier in carriers(http) {
                let mut web = Web::new(PageName::of("page", own.clone()), http);
                web.server_think = Duration::from_millis(think_ms);
                web.dns_lookup = Duration::from_millis(lookup_ms);
                (web.visits, web.pause) = (visits, Duration::from_secs(pause_s));
                let header = web.response_header;
                let mut world = world(web, &*carrier, 5_000_000, delay_ms);
                let mut draw = RandomStream::new(seed, "loss");
                let begin = START + Duration::from_millis(outage_ms.0);
                let end = begin + Duration::from_millis(outage_ms.1);
                world.impair = Box::new(move |now, way, _| {
                    let is_lost = draw.uniform() < loss[way] || (begin <= now && now < end);
                    if is_lost { vec![] } else { vec![Duration::ZERO] }
                });
                let is_over = world.run(START + Duration::from_secs(36_000));
                let report = report(&world);
                prop_assert!(is_over, "{http:?} {carrier:?}: {report:?}");
                let ended = report.ended();
                prop_assert_eq!(ended, Some(EndReason::Finished), "{:?} {:?}", http, carrier);
                let came = &world.trace.came;
                prop_assert_eq!(came.len(), count * visits as usize, "{:?}", http);
                let read: u64 = came.iter().map(|one| one.1).sum();
                prop_assert_eq!(read, content * u64::from(visits));
                prop_assert_eq!(report.replies, came.len() as u64);
                prop_assert_eq!(world.trace.stated, [1, 1]);
                prop_assert_eq!(world.trace.ended.len(), visits as usize);
                for (_, page) in &world.trace.ended {
                    prop_assert_eq!(page.because, "loaded");
                    prop_assert_eq!(page.objects as usize, count);
                    let bytes = content + count as u64 * header;
                    let most = bytes + 9 * (content / 16_384 + 2 * count as u64);
                    prop_assert!((bytes..=most).contains(&page.bytes), "{:?} {}", http, page.bytes);
                    prop_assert!(page.above_fold.is_some() && page.first_byte.is_some());
                }
                let asked: u64 = world.trace.ended.iter().map(|(_, page)| page.bytes).sum();
                let read = world.trace.delivered[1];
                if carrier.without_tls().is_some_and(|(tls, _)| tls.is_some()) {
                    prop_assert!(read > asked, "{:?}: records and flights", http);
                } else {
                    prop_assert_eq!(read, asked, "{:?}: bytes read", http);
                }
            }
        }
    }
}

/// Goal: a path that dies ends the visit, with the reason. Method: after half a second nothing
/// arrives any more.
#[test]
fn a_path_that_dies_is_told() {
    for http in VERSIONS {
        let mut carriers = carriers(http);
        if http == Http::Http3 {
            carriers = vec![Box::new(QuicConfig::named("cubic"))];
        }
        for carrier in carriers {
            let web = Web::new(PageName::of("page", page(30, 1)), http);
            let mut world = world(web, &*carrier, 5_000_000, 40);
            world.impair = Box::new(|now, _, _| {
                let lives = now < START + Duration::from_millis(500);
                if lives { vec![Duration::ZERO] } else { vec![] }
            });
            assert!(world.run(START + Duration::from_secs(36_000)), "{http:?} {carrier:?}");
            let report = report(&world);
            let why = report.gave_up.expect("it gave up");
            assert_eq!(report.acknowledged_at, None);
            let [(_, page)] = world.trace.ended[..] else { panic!("one visit") };
            assert_eq!(page.because, why.name(), "{http:?}");
            assert!(page.objects > 0 && page.above_fold.is_none());
        }
    }
}

/// A document that names `count` objects of `size` bytes at its beginning, over 8 Mbit/s and 50 ms
/// each way.
fn loaded(http: Http, count: usize, size: u64) -> World<Seen> {
    let mut objects = vec![object("index", 100, &[], 1.0)];
    let more = (0..count).map(|number| object(&number.to_string(), size, &[0], 0.0));
    objects.extend(more);
    for object in &mut objects {
        object.parse = Duration::ZERO;
    }
    let web = Web::new(PageName::of("page", Page { objects }), http);
    let carrier = &*carriers(http)[0];
    let mut world = world(web, carrier, 8_000_000, 50);
    assert!(world.run(START + Duration::from_secs(600)));
    world
}

/// Goal: round trips are those of the version. Method: twelve objects of 500 B, which are known
/// after two round trips. HTTP/1.0 takes two for each of two waves of six. HTTP/1.1 gets an object
/// over its first connection in each of three round trips, and from the second on five over those
/// that it opens meanwhile. HTTP/2 and 3 take one. Transmissions take less than a fifth of a round
/// trip.
#[test]
fn a_page_takes_the_round_trips_of_its_version() {
    let expected = [(Http::Http10, 6), (Http::Http11, 5), (Http::Http2, 3), (Http::Http3, 3)];
    for (http, round_trips) in expected {
        let world = loaded(http, 12, 500);
        let [(at, page)] = world.trace.ended[..] else { panic!("one visit") };
        let took = (at - START).as_secs_f64() / 0.1;
        let most = f64::from(round_trips) + 0.2;
        assert!((f64::from(round_trips)..most).contains(&took), "{http:?}: {took} round trips");
        let connections = match http {
            Http::Http10 => 13,
            Http::Http11 => 6,
            _ => 1,
        };
        assert_eq!(page.connections, connections, "{http:?}");
    }
}

/// Goal: a browser resumes with its tickets, each once, and TLS costs every new connection a round
/// trip. Method: the same twelve objects over HTTP/1.1 with TLS. The first connection provides two
/// tickets; of the five connections that are then opened together two resume and three do not. They
/// are ready a round trip later, in which the first connection fetches one more object. Bytes are
/// those of flights, tickets and records.
#[test]
fn tickets_are_used_once() {
    let mut objects = vec![object("index", 100, &[], 1.0)];
    objects.extend((0..12).map(|number| object(&number.to_string(), 500, &[0], 0.0)));
    for object in &mut objects {
        object.parse = Duration::ZERO;
    }
    let web = Web::new(PageName::of("page", Page { objects }), Http::Http11);
    let mut world = world(web, &secured(), 8_000_000, 50);
    assert!(world.run(START + Duration::from_secs(600)));
    let [(at, page)] = world.trace.ended[..] else { panic!("one visit") };
    assert_eq!(page.connections, 6);
    let took = (at - START).as_secs_f64() / 0.1;
    assert!((7.0..7.3).contains(&took), "{took} round trips");
    let (full, resumed, record) = (4, 2, 22);
    let requests = full * (325 + 64) + resumed * (570 + 64) + 13 * (700 + record);
    let content = 100 + 12 * 500 + 13 * (400 + record);
    let responses = full * (2_623 + 2 * 239) + resumed * (195 + 239) + content;
    assert_eq!(world.trace.delivered, [requests, responses]);
}

/// Goal: a server of HTTP/2 interleaves responses that are ready together. Method: two objects of
/// 400 kB: interleaved, both end together; one after the other, the first at half of the time.
#[test]
fn responses_are_interleaved() {
    for (interleave, least, most) in [(true, 0.9, 1.0), (false, 0.4, 0.65)] {
        let mut own = page(1, 1);
        own.objects.push(object("a", 400_000, &[0], 0.0));
        own.objects.push(object("b", 400_000, &[0], 0.0));
        let web = Web { interleave, ..Web::new(PageName::of("page", own), Http::Http2) };
        let carrier = &*carriers(Http::Http2)[0];
        let mut world = world(web, carrier, 8_000_000, 20);
        assert!(world.run(START + Duration::from_secs(600)));
        let took = |name: &str| {
            let came = world.trace.came.iter().find(|one| one.0 == name).expect("it came");
            (came.6 - came.4).as_secs_f64()
        };
        let share = took("a") / took("b");
        assert!((least..=most).contains(&share), "interleave = {interleave}: {share}");
    }
}

/// Goal: a lost packet delays all responses of HTTP/2, but only its own of HTTP/3. Method: six
/// objects of a packet each arrive together; the first of these packets is lost. With HTTP/2 no
/// other arrives in time, with HTTP/3 all others do.
#[test]
fn a_loss_holds_up_what_shares_its_stream() {
    for (http, in_time) in [(Http::Http2, 0), (Http::Http3, 5)] {
        let mut objects = vec![object("index", 100, &[], 1.0)];
        let more = (0..6).map(|number| object(&number.to_string(), 1_100, &[0], 0.0));
        objects.extend(more);
        let web = Web::new(PageName::of("page", Page { objects }), http);
        // Without probes of the path MTU, which are large as well.
        let quic = QuicConfig { mtu_discovery: false, ..QuicConfig::named("cubic") };
        let carrier = if http == Http::Http3 { Box::new(quic) } else { carriers(http).remove(0) };
        let mut world = world(web, &*carrier, 8_000_000, 50);
        let mut is_lost = false;
        world.impair = Box::new(move |now, way, packet| {
            // The responses to the second requests leave after two and a half round trips.
            let late = now > START + Duration::from_millis(245);
            if way == 1 && packet.size > 500 {
                eprintln!("{now} {} {}", packet.size, is_lost);
            }
            if way == 1 && late && packet.size > 1_000 && !is_lost {
                is_lost = true;
                return vec![];
            }
            vec![Duration::ZERO]
        });
        assert!(world.run(START + Duration::from_secs(600)));
        let limit = START + Duration::from_millis(330);
        let came = world.trace.came.iter().filter(|one| one.0 != "index" && one.6 < limit);
        assert_eq!(came.count(), in_time, "{http:?}: {:?}", world.trace.came);
        assert_eq!(world.trace.came.len(), 7);
    }
}

/// Goal: a repeated visit requests only objects that are not in the cache, over existing
/// connections if the pause is short.
#[test]
fn later_visits_use_the_cache_and_connections_that_stand() {
    for http in VERSIONS {
        for (pause_s, new) in [(5, false), (60, true)] {
            let mut own = page(8, 5);
            for object in &mut own.objects[3..] {
                object.cached = true;
            }
            let pause = Duration::from_secs(pause_s);
            let web = Web { visits: 2, pause, ..Web::new(PageName::of("page", own), http) };
            let mut world = world(web, &*carriers(http)[0], 8_000_000, 50);
            assert!(world.run(START + Duration::from_secs(600)));
            let [(_, first), (_, second)] = world.trace.ended[..] else { panic!("two visits") };
            assert_eq!([first.objects, second.objects], [8, 3], "{http:?}");
            let opens = new || http == Http::Http10;
            assert_eq!(second.connections > 0, opens, "{http:?}, pause {pause_s} s");
        }
    }
}

#[test]
fn each_version_goes_over_its_own_transport() {
    for http in VERSIONS {
        let web = Application::of(Web::new(PageName::of("page", page(1, 1)), http));
        let usual = web.default_transport().expect("one of its own");
        let has_tls = usual.without_tls().is_some_and(|(tls, _)| tls == Tls::of_browsers());
        assert_eq!(has_tls, matches!(http, Http::Http11 | Http::Http2), "{http:?}");
        assert!(host::offers(&*usual, &web));
        let other = if http == Http::Http3 { Http::Http2 } else { Http::Http3 };
        assert!(!host::offers(&*carriers(other)[0], &web), "{http:?}");
        assert!(!host::offers(&TcpConfig::named("ns2", "newreno"), &web));
    }
}
