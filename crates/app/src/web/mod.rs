//! Web pages: a browser fetches the objects of a page from a server, over HTTP of any version.
//!
//! Owns the keys, and the use of connections by each version of HTTP ([`Http`]). [`browser`] has
//! the browser and its progress through a page; [`server`] the server; [`page`] the content of a
//! page; [`page_model`] the models from which pages are drawn. Scope and limits:
//! docs/models/web.md.

mod browser;
pub mod ieee_802_16m;
pub mod page;
pub mod page_model;
mod server;

use std::sync::Arc;

use skyseam_base::{Duration, RandomStream, SimTime};
use skyseam_endpoint::tls::Tls;
use skyseam_endpoint::transport::{Streams, Transport};
use skyseam_params::names::{Choice, Named, choice};
use skyseam_params::units::print_duration;
use skyseam_params::values::{Count, Flag, Span};
use skyseam_params::{Keys, Model, Problems, parameters};
use skyseam_quic::QuicConfig;
use skyseam_tcp::TcpConfig;

use self::browser::Browser;
use self::page::PageName;
use self::page_model::Pages;
use self::server::Server;
use super::file::FileSize;
use super::kind::{AppEndpoints, ApplicationKind, TransportService};

/// Version of HTTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Http {
    /// HTTP/1.0: a connection for each object.
    Http10,
    /// HTTP/1.1: persistent connections, one request at a time on each.
    Http11,
    /// HTTP/2: one connection, on which the server interleaves responses.
    Http2,
    /// HTTP/3: one QUIC connection, a stream for each request.
    Http3,
}

impl Named for Http {
    const WHAT: &'static str = "a version of HTTP";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(Self::Http10, "1.0", "a connection for each object", "RFC 1945 Sec. 1.3"),
            choice(
                Self::Http11,
                "1.1",
                "several persistent connections, one request at a time on each",
                "RFC 9112 Sec. 9.3, 9.4",
            ),
            choice(
                Self::Http2,
                "2",
                "one connection; responses are interleaved, and a loss delays all of them",
                "RFC 9113 Sec. 5",
            ),
            choice(
                Self::Http3,
                "3",
                "one QUIC connection with a stream for each request; a loss delays only its stream",
                "RFC 9114 Sec. 4.1, 6.1",
            ),
        ]
    }
}

impl Http {
    /// Whether headers are compressed.
    const fn compresses(self) -> bool {
        matches!(self, Self::Http2 | Self::Http3)
    }

    /// Whether one connection carries all requests.
    const fn multiplexes(self) -> bool {
        matches!(self, Self::Http2 | Self::Http3)
    }
}

/// Maximum number of connections of browsers to a host over HTTP/1.1.
const CONNECTIONS: u32 = 6;
const PAUSE: Duration = Duration::from_secs(30);
const KEEP_ALIVE: Duration = Duration::from_secs(10);

parameters! {
    /// A browser visits a page over HTTP.
    pub struct Web "web" from "RFC 9110", check together {
        /// The page: a built-in one by its name, a file beside the scenario that ends with .toml,
        /// or a model from which pages are drawn, by its name or as a table.
        page: PageName,
        /// Version of HTTP. 3 uses QUIC, all others TCP; 1.1 and 2 use TLS 1.3, unless the
        /// transport says otherwise, tls = "learned" by default.
        http: Http = Http::Http2,
        /// Maximum number of connections of HTTP/1.0 and 1.1 to a host.
        connections: Count<1, 256> = CONNECTIONS,
        /// Time from the discovery of the first object of a host to the resolution of its address,
        /// once for each host: browsers cache addresses.
        dns_lookup: Span = Duration::ZERO,
        /// Time from the last byte of a request at the server to the first of its response.
        server_think: Span = Duration::ZERO,
        /// Number of successive visits of the page.
        visits: Count<1, 1_000_000> = 1,
        /// Time from the end of a visit to the beginning of the next.
        pause: Span = PAUSE,
        /// Idle time after which the browser closes a connection.
        keep_alive: Span = KEEP_ALIVE,
        /// Whether a server of HTTP/2 interleaves responses frame by frame; otherwise it sends them
        /// one after the other, in the order of their requests.
        interleave: Flag = true,
    } else sizes {
        /// Size of a request with its headers. Default: 700 B, with HTTP/2 and 3, which compress
        /// headers, 84 B.
        request: FileSize,
        /// Size of a response's headers. Default: 400 B, with HTTP/2 and 3 60 B.
        response_header: FileSize,
    }
}

impl Web {
    /// 700 to 800 B are common for headers of requests, and compressing them makes those of
    /// requests 88 % and those of responses 85 % smaller: "SPDY: An experimental protocol for a
    /// faster web", The Chromium Projects (2009), "Previous approaches" and "Preliminary results".
    #[expect(clippy::too_many_arguments, reason = "the keys that do not depend on others")]
    fn sizes(
        page: PageName,
        http: Http,
        connections: u32,
        dns_lookup: Duration,
        server_think: Duration,
        visits: u32,
        pause: Duration,
        keep_alive: Duration,
        interleave: bool,
    ) -> Self {
        let [request, response_header] = if http.compresses() { [84, 60] } else { [700, 400] };
        Self {
            page,
            http,
            connections,
            dns_lookup,
            server_think,
            visits,
            pause,
            keep_alive,
            interleave,
            request,
            response_header,
        }
    }

    /// A visit of `page` over this version, with every default.
    pub fn new(page: PageName, http: Http) -> Self {
        let none = Duration::ZERO;
        Self::sizes(page, http, CONNECTIONS, none, none, 1, PAUSE, KEEP_ALIVE, true)
    }

    fn together(&mut self, keys: &Keys, problems: &mut Problems<'_>) {
        if self.http.multiplexes() && self.connections != CONNECTIONS {
            problems
                .add(&keys.at("connections"), "HTTP/2 and 3 have one connection")
                .found(format!("connections = {}", self.connections))
                .help("remove `connections`, or write http = \"1.1\"");
        }
        if self.http != Http::Http2 && !self.interleave {
            problems
                .add(&keys.at("interleave"), "`interleave` belongs to HTTP/2")
                .help("remove `interleave`, or write http = \"2\"");
        }
        if self.keep_alive != KEEP_ALIVE {
            self.check_keep_alive(keys, problems);
        }
        if self.visits == 1 && self.pause != PAUSE {
            problems
                .add(&keys.at("pause"), "`pause` needs `visits` above 1")
                .help("give the number of visits, for example visits = 3");
        }
    }

    fn check_keep_alive(&self, keys: &Keys, problems: &mut Problems<'_>) {
        let place = keys.at("keep_alive");
        if self.http == Http::Http10 {
            problems
                .add(&place, "HTTP/1.0 closes a connection after each response")
                .found("keep_alive with http = \"1.0\"")
                .help("remove `keep_alive`, or write http = \"1.1\"");
        } else if self.visits == 1 {
            problems
                .warn(&place, "`keep_alive` changes nothing: the page is visited once")
                .help("it acts between visits: give their number, for example visits = 3");
        } else if self.keep_alive >= self.pause {
            problems
                .warn(&place, "`keep_alive` changes nothing: the next visit begins earlier")
                .found(format!("a pause of {}", print_duration(self.pause)))
                .help("make it shorter than `pause`, or remove the key");
        }
    }
}

impl ApplicationKind for Web {
    fn service(&self) -> TransportService {
        TransportService::Connections
    }

    fn open(&self, _: SimTime, random: RandomStream) -> AppEndpoints {
        let pages = || Pages::new(&self.page, random.part(0));
        AppEndpoints::Connections {
            client: Box::new(Browser::new(self.clone(), pages())),
            server: Box::new(Server::new(self.clone(), pages())),
        }
    }

    fn default_transport(&self) -> Option<Model<dyn Transport>> {
        Some(match self.http {
            Http::Http3 => Model::new(Arc::new(QuicConfig::named("cubic"))),
            _ => {
                let tls = self.uses_tls().then(Tls::of_browsers);
                let tcp = TcpConfig::named("linux", "cubic");
                Model::new(Arc::new(TcpConfig { tls, ..tcp }))
            }
        })
    }

    /// Whether pages use TLS by default. Browsers use HTTP/2 only over TLS, and most of the web
    /// uses HTTP/1.1 over it as well; software with HTTP/1.0 is older.
    fn uses_tls(&self) -> bool {
        matches!(self.http, Http::Http11 | Http::Http2)
    }

    fn streams(&self) -> (Streams, String) {
        let streams = if self.http == Http::Http3 { Streams::Many } else { Streams::One };
        (streams, format!("http = \"{}\"", skyseam_params::names::name_of(self.http)))
    }
}

/// Part of a response, in the highest bits of a chunk's tag; below are the visit, 30 bits, and the
/// object, 32.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// A whole request or response.
    Whole,
    /// Headers, in a frame of their own.
    Headers,
    /// A frame of content.
    Data,
}

const PARTS: [Part; 3] = [Part::Whole, Part::Headers, Part::Data];

/// Header of a frame of HTTP/2 (RFC 9113 Sec. 4.1), bytes.
const FRAME_HEADER: u64 = 9;

/// An object of the page of a visit.
#[derive(Clone, Copy, Debug)]
struct Item {
    visit: u32,
    object: usize,
}

fn tag_of(item: Item, part: Part) -> u64 {
    (part as u64) << 62 | u64::from(item.visit) << 32 | item.object as u64
}

fn of_tag(tag: u64) -> (Item, Part) {
    let visit = (tag >> 32 & 0x3fff_ffff) as u32;
    (Item { visit, object: (tag & 0xffff_ffff) as usize }, PARTS[(tag >> 62) as usize])
}
