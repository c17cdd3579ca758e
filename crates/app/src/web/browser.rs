//! The browser: it requests the objects of a page as it discovers them, over the connections of the
//! HTTP version, visit after visit.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use skyseam_base::SimTime;
use skyseam_endpoint::EndReason;
use skyseam_endpoint::app::session::{
    ReceivedChunk, SessionApp, SessionIo, StreamKey, TaggedChunk,
};
use skyseam_trace::{Event, PageEnd, WebObject};

use super::page::Page;
use super::page_model::Pages;
use super::{FRAME_HEADER, Http, Item, Part, Web, of_tag, tag_of};

/// Maximum number of concurrent requests of HTTP/2 and 3 on a connection: RFC 9113 Sec. 6.5.2
/// recommends to allow no fewer than 100, and servers allow about that many.
const MAX_STREAMS: usize = 100;

/// Timer of the browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum BrowserTimer {
    /// The next visit begins.
    Visit,
    /// Time to close idle connections.
    Idle,
    /// The address of a host is resolved.
    Named(usize),
    /// An object was parsed or executed.
    Processed(usize),
    /// Enough of another object has arrived for the objects that depend on it.
    Parent(usize),
}

/// Progress of an object in a visit.
#[derive(Clone, Debug, Default)]
struct Progress {
    /// Number of objects for which it still waits.
    missing: usize,
    discovered: Option<SimTime>,
    /// Time of its request, connection, and number of the request there.
    requested: Option<(SimTime, u16, u32)>,
    first_byte: Option<SimTime>,
    /// Number of bytes of content read.
    got: u64,
    is_loaded: bool,
    /// Number of its dependent objects that were notified.
    told: usize,
    is_processed: bool,
}

/// State of a host in the browser.
#[derive(Clone, Debug, Default)]
struct Host {
    /// Whether its address was requested, and whether it is known.
    is_asked: bool,
    is_named: bool,
    /// Objects that wait for a connection.
    queue: VecDeque<usize>,
}

/// A connection of the browser.
#[derive(Clone, Debug, Default)]
struct BrowserConnection {
    host: usize,
    /// Number of requests written, and of those that wait for their response.
    requests: u32,
    waiting: usize,
}

/// Endpoint that requests objects.
#[derive(Debug)]
pub(super) struct Browser {
    config: Web,
    pages: Pages,
    /// Page of the current visit.
    page: Arc<Page>,
    /// Objects that wait for each object: required share of it, and object; by share.
    children: Vec<Vec<(f64, usize)>>,
    /// Number of visits that have begun.
    begun: u32,
    objects: Vec<Progress>,
    hosts: Vec<Host>,
    links: BTreeMap<u16, BrowserConnection>,
    due: BTreeSet<(SimTime, BrowserTimer)>,
    visit: Visit,
    loaded: u64,
    is_over: bool,
}

/// State of the current visit.
#[derive(Clone, Debug, Default)]
struct Visit {
    is_on: bool,
    first_byte: Option<SimTime>,
    above_fold: Option<SimTime>,
    /// Number of objects not processed yet, and of those above the fold.
    left: usize,
    left_above: usize,
    objects: u32,
    bytes: u64,
    connections: u32,
}

impl Browser {
    pub fn new(config: Web, mut pages: Pages) -> Self {
        let page = pages.of_visit(0);
        Self {
            config,
            pages,
            children: children(&page),
            page,
            begun: 0,
            objects: Vec::new(),
            hosts: Vec::new(),
            links: BTreeMap::new(),
            due: BTreeSet::new(),
            visit: Visit::default(),
            loaded: 0,
            is_over: false,
        }
    }

    fn begin_visit(&mut self, io: &mut SessionIo<'_>) {
        let number = self.begun;
        self.begun += 1;
        io.record(Event::PageBegan { flow: io.flow(), number });
        let page = self.pages.of_visit(number);
        if !Arc::ptr_eq(&page, &self.page) {
            self.children = children(&page);
            self.page = page.clone();
        }
        self.hosts.resize_with(page.hosts().max(self.hosts.len()), Host::default);
        self.objects = page
            .objects
            .iter()
            .map(|object| Progress { missing: object.after.len(), ..Progress::default() })
            .collect();
        let above = page.objects.iter().filter(|object| object.above_fold).count();
        self.visit =
            Visit { is_on: true, left: page.objects.len(), left_above: above, ..Visit::default() };
        self.due.clear();
        let roots = page.objects.iter().enumerate().filter(|(_, one)| one.after.is_empty());
        for (root, _) in roots {
            self.discover(root, io);
        }
    }

    /// Records that the browser has discovered `object`.
    fn discover(&mut self, object: usize, io: &mut SessionIo<'_>) {
        self.objects[object].discovered = Some(io.now());
        if self.begun > 1 && self.page.objects[object].cached {
            self.load(object, io);
        } else {
            let number = self.page.objects[object].host;
            let host = &mut self.hosts[number];
            host.queue.push_back(object);
            if !std::mem::replace(&mut host.is_asked, true) {
                let lookup = self.config.dns_lookup;
                host.is_named = lookup.is_zero();
                if !host.is_named {
                    self.due.insert((io.now().saturating_add(lookup), BrowserTimer::Named(number)));
                }
            }
            self.ask(number, io);
        }
    }

    /// Sends waiting requests to `host`, if its address is known and a connection is free.
    fn ask(&mut self, host: usize, io: &mut SessionIo<'_>) {
        while self.hosts[host].is_named
            && let Some(&object) = self.hosts[host].queue.front()
        {
            let Some(connection) = self.free(host, io) else { return };
            self.hosts[host].queue.pop_front();
            let link = self.links.entry(connection).or_default();
            let (request, now) = (link.requests, io.now());
            link.requests += 1;
            link.waiting += 1;
            self.objects[object].requested = Some((now, connection, request));
            let many = self.config.http == Http::Http3;
            let stream = StreamKey { connection, stream: if many { request } else { 0 } };
            let item = Item { visit: self.begun - 1, object };
            let piece = TaggedChunk { tag: tag_of(item, Part::Whole), bytes: self.config.request };
            if many {
                io.send_last(stream, piece);
            } else {
                io.send(stream, piece);
            }
        }
    }

    /// A connection to `host` that can take a request now.
    fn free(&mut self, host: usize, io: &mut SessionIo<'_>) -> Option<u16> {
        let (most_links, most_waiting) = match self.config.http {
            Http::Http10 => (self.config.connections as usize, 0),
            Http::Http11 => (self.config.connections as usize, 1),
            Http::Http2 | Http::Http3 => (1, MAX_STREAMS),
        };
        let mut links = self.links.iter().filter(|(_, link)| link.host == host);
        if let Some((&number, _)) = links.clone().find(|(_, link)| link.waiting < most_waiting) {
            return Some(number);
        }
        (links.by_ref().count() < most_links).then(|| {
            let number = io.connect();
            self.links.insert(number, BrowserConnection { host, ..BrowserConnection::default() });
            self.visit.connections += 1;
            number
        })
    }

    /// Records that `object` has arrived completely.
    fn load(&mut self, object: usize, io: &mut SessionIo<'_>) {
        let now = io.now();
        let progress = &mut self.objects[object];
        progress.is_loaded = true;
        let Progress { discovered, requested, first_byte, .. } = *progress;
        if let (Some(discovered), Some((requested, connection, stream)), Some(first_byte)) =
            (discovered, requested, first_byte)
        {
            self.visit.objects += 1;
            self.loaded += 1;
            let own = &self.page.objects[object];
            let object = &WebObject {
                page: self.begun - 1,
                name: &own.name,
                discovered,
                requested,
                first_byte,
                bytes: own.size,
                connection,
                stream,
            };
            io.record(Event::ObjectLoaded { flow: io.flow(), object });
        }
        let processed = now.saturating_add(self.page.objects[object].parse);
        self.objects[object].got = self.page.objects[object].size;
        self.release_children(object, false, io);
        if processed > now {
            self.due.insert((processed, BrowserTimer::Processed(object)));
        } else {
            self.process(object, io);
        }
    }

    /// Notifies the objects that wait for a share of `object`, and those that wait for all of it
    /// once it was processed.
    fn release_children(&mut self, object: usize, is_processed: bool, io: &mut SessionIo<'_>) {
        let (got, size) = (self.objects[object].got, self.page.objects[object].size);
        while let Some(&(share, child)) = self.children[object].get(self.objects[object].told) {
            let is_far = if share < 1.0 { got as f64 >= share * size as f64 } else { is_processed };
            if !is_far {
                return;
            }
            self.objects[object].told += 1;
            self.objects[child].missing -= 1;
            if self.objects[child].missing == 0 {
                // What it leads to is seen to behind this: a chain of cached objects may be long.
                self.due.insert((io.now(), BrowserTimer::Parent(child)));
            }
        }
    }

    /// Records that `object` was parsed or executed.
    fn process(&mut self, object: usize, io: &mut SessionIo<'_>) {
        self.objects[object].is_processed = true;
        self.release_children(object, true, io);
        self.visit.left -= 1;
        if self.page.objects[object].above_fold {
            self.visit.left_above -= 1;
            if self.visit.left_above == 0 {
                self.visit.above_fold = Some(io.now());
            }
        }
        if self.visit.left == 0 {
            self.end_visit("loaded", io);
        }
    }

    fn end_visit(&mut self, because: &'static str, io: &mut SessionIo<'_>) {
        if !std::mem::replace(&mut self.visit.is_on, false) {
            return;
        }
        let page = &PageEnd {
            number: self.begun - 1,
            because,
            first_byte: self.visit.first_byte,
            above_fold: self.visit.above_fold,
            objects: self.visit.objects,
            bytes: self.visit.bytes,
            connections: self.visit.connections,
        };
        io.record(Event::PageEnded { flow: io.flow(), page });
        if self.is_over {
            return;
        }
        if self.begun == self.config.visits {
            self.is_over = true;
            self.close(io);
            return;
        }
        let Web { pause, keep_alive, .. } = self.config;
        self.due.insert((io.now().saturating_add(pause), BrowserTimer::Visit));
        if keep_alive < pause {
            self.due.insert((io.now().saturating_add(keep_alive), BrowserTimer::Idle));
        }
    }

    fn close(&mut self, io: &mut SessionIo<'_>) {
        for number in std::mem::take(&mut self.links).into_keys() {
            io.close(number);
        }
    }

    /// Completes a response: its connection takes the next request, or is left for the server to
    /// close.
    fn release(&mut self, connection: u16) {
        if self.config.http == Http::Http10 {
            self.links.remove(&connection);
        } else if let Some(link) = self.links.get_mut(&connection) {
            link.waiting -= 1;
        }
    }

    fn see_to_due(&mut self, io: &mut SessionIo<'_>) {
        while let Some(&(at, what)) = self.due.first()
            && at <= io.now()
        {
            self.due.pop_first();
            match what {
                BrowserTimer::Visit => self.begin_visit(io),
                BrowserTimer::Idle => self.close(io),
                BrowserTimer::Named(host) => {
                    self.hosts[host].is_named = true;
                    self.ask(host, io);
                }
                BrowserTimer::Processed(object) => self.process(object, io),
                BrowserTimer::Parent(child) => self.discover(child, io),
            }
        }
    }
}

/// Objects that wait for each object of a page: required share of it, and object; by share.
fn children(page: &Page) -> Vec<Vec<(f64, usize)>> {
    let mut children = vec![Vec::new(); page.objects.len()];
    for (number, object) in page.objects.iter().enumerate() {
        for &parent in &object.after {
            children[parent].push((object.at, number));
        }
    }
    for list in &mut children {
        list.sort_by(|one: &(f64, usize), other| {
            one.0.total_cmp(&other.0).then(one.1.cmp(&other.1))
        });
    }
    children
}

impl SessionApp for Browser {
    fn on_start(&mut self, io: &mut SessionIo<'_>) {
        self.begin_visit(io);
        self.see_to_due(io);
    }

    fn on_data(&mut self, arrival: ReceivedChunk, io: &mut SessionIo<'_>) {
        let ReceivedChunk { stream, piece, new, got } = arrival;
        if self.is_over || !self.visit.is_on {
            return;
        }
        let (Item { object, .. }, part) = of_tag(piece.tag);
        self.visit.bytes += new;
        self.visit.first_byte.get_or_insert(io.now());
        let progress = &mut self.objects[object];
        progress.first_byte.get_or_insert(io.now());
        // What stands before the content in this piece.
        let before = match part {
            Part::Whole => self.config.response_header,
            Part::Headers => piece.bytes,
            Part::Data => FRAME_HEADER,
        };
        progress.got += got.saturating_sub(before) - (got - new).saturating_sub(before);
        if progress.got == self.page.objects[object].size && arrival.is_complete() {
            self.release(stream.connection);
            self.load(object, io);
            self.ask(self.page.objects[object].host, io);
        } else {
            self.release_children(object, false, io);
        }
        self.see_to_due(io);
    }

    fn on_aborted(&mut self, _: u16, why: EndReason, io: &mut SessionIo<'_>) {
        self.due.clear();
        self.is_over = true;
        self.end_visit(why.name(), io);
    }

    fn on_timer(&mut self, io: &mut SessionIo<'_>) {
        self.see_to_due(io);
    }

    fn poll_timeout(&self) -> Option<SimTime> {
        self.due.first().map(|(at, _)| *at)
    }

    fn is_done(&self) -> bool {
        self.is_over && !self.visit.is_on
    }

    fn replies(&self) -> u64 {
        self.loaded
    }
}
