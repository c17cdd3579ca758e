//! Accelerated connection setup: data on the SYN, by a cookie of TCP Fast Open (RFC 7413) or by
//! connection counts of T/TCP (RFC 1644).
//!
//! Owns the cache that each endpoint has of its peers ([`PeerCaches`]), the option of a segment,
//! and the decision whether data on a SYN may be sent and accepted. Does not own the data, nor the
//! retransmission of a SYN: that is [`super::duplex`]'s and each stack's.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use skyseam_base::NodeId;
use skyseam_endpoint::transport::FlowSetup;
use skyseam_packet::ExtraOption;
use skyseam_params::names::{Choice, Named, choice};

use crate::config::TcpConfig;

/// State of peer caches at the start of the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeerCacheState {
    /// Empty: the first connection between two nodes fills them.
    Learned,
    /// Filled with everything needed.
    Known,
}

impl Named for PeerCacheState {
    const WHAT: &'static str = "state of the caches of peers";
    fn choices() -> Vec<Choice<Self>> {
        vec![
            choice(
                Self::Learned,
                "learned",
                "the first connection between two nodes opens normally and fills the caches for \
                 later ones",
                "RFC 7413 Sec. 3, RFC 1644 Sec. 2",
            ),
            choice(
                Self::Known,
                "known",
                "earlier connections, before the run, have filled the caches",
                "RFC 7413 Sec. 3, RFC 1644 Sec. 2",
            ),
        ]
    }
}

/// Peer caches of the nodes of a world. Clones refer to the same store.
///
/// Each entry belongs to one node, and only its own connections read and write it. The lock only
/// lets a world move between threads.
#[derive(Clone, Debug, Default)]
pub(crate) struct PeerCaches(Arc<Mutex<Store>>);

#[derive(Debug, Default)]
struct Store {
    /// Pairs of client and server for which the client has the server's cookie.
    cookies: BTreeSet<(NodeId, NodeId)>,
    /// Last connection count that each node gave out.
    counts: BTreeMap<NodeId, u32>,
    /// Pairs of client and server for which the server has received a count of the client's
    /// (`cache.CCsent`).
    sent: BTreeSet<(NodeId, NodeId)>,
    /// Last valid connection count, by server and client (`cache.CC`).
    valid: BTreeMap<(NodeId, NodeId), u32>,
}

impl PeerCaches {
    fn store(&self) -> MutexGuard<'_, Store> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next_count(&self, node: NodeId) -> u32 {
        let mut store = self.store();
        let count = store.counts.entry(node).or_default();
        *count += 1;
        *count
    }
}

/// The cookie that `server` gives `client`: eight bytes that depend on both (RFC 7413 Sec. 4.1.2).
fn cookie(server: NodeId, client: NodeId) -> [u8; 8] {
    let pair = u64::from(server.0) << 32 | u64::from(client.0);
    // Knuth's multiplier spreads the bits; nobody here guesses cookies.
    pair.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1).to_be_bytes()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scheme {
    FastOpen,
    Counts,
}

/// Opening of a connection by one endpoint.
#[derive(Debug)]
pub(crate) struct Accelerated {
    scheme: Scheme,
    acquaintance: PeerCacheState,
    caches: PeerCaches,
    client: NodeId,
    server: NodeId,
    is_client: bool,
    has_begun: bool,
    /// Connection count of this endpoint.
    own: u32,
    /// Connection count of the client, at the server.
    peer: u32,
    /// Option of the next SYN or SYN-ACK.
    on_syn: Option<ExtraOption>,
    /// IP length of a SYN without data and without the option.
    syn_size: u32,
    /// Maximum payload of a SYN without the option.
    room: u32,
}

impl Accelerated {
    /// Creates the client's or the server's state, if the connection is accelerated.
    pub fn of(config: &TcpConfig, opening: &FlowSetup<'_>, is_client: bool) -> Option<Self> {
        let (scheme, acquaintance) = match (config.fast_open, config.stack.ttcp()) {
            (Some(acquaintance), _) => (Scheme::FastOpen, acquaintance),
            (None, Some(acquaintance)) => (Scheme::Counts, acquaintance),
            (None, None) => return None,
        };
        let syn_size = config.syn_size();
        Some(Self {
            scheme,
            acquaintance,
            caches: opening.shared.part(),
            client: opening.from,
            server: opening.to,
            is_client,
            has_begun: false,
            own: 0,
            peer: 0,
            on_syn: None,
            syn_size,
            room: (config.mss + config.header).saturating_sub(syn_size),
        })
    }

    /// Whether the client has begun.
    pub fn has_begun(&self) -> bool {
        self.has_begun
    }

    /// Starts the client; returns the number of bytes that its SYN may carry, if any.
    pub fn begin(&mut self) -> Option<u32> {
        self.has_begun = true;
        let pair = (self.client, self.server);
        let is_known = self.acquaintance == PeerCacheState::Known;
        let opener = match self.scheme {
            Scheme::FastOpen if is_known || self.caches.store().cookies.contains(&pair) => {
                ExtraOption::Cookie(cookie(self.server, self.client))
            }
            Scheme::FastOpen => ExtraOption::CookieRequest,
            Scheme::Counts => {
                self.own = self.caches.next_count(self.client);
                match is_known || self.caches.store().sent.contains(&pair) {
                    true => ExtraOption::Count(self.own),
                    false => ExtraOption::NewCount(self.own),
                }
            }
        };
        self.on_syn = Some(opener);
        let carries = matches!(opener, ExtraOption::Cookie(_) | ExtraOption::Count(_));
        carries.then(|| self.room.saturating_sub(opener.length()))
    }

    /// Handles a SYN at the server; returns the number of bytes that its SYN-ACK may carry if data
    /// are accepted before the handshake is over, and `None` if they are not.
    pub(crate) fn on_syn(&mut self, opener: Option<ExtraOption>) -> Option<u32> {
        match (self.scheme, opener?) {
            (Scheme::FastOpen, ExtraOption::Cookie(given)) => {
                let own = cookie(self.server, self.client);
                let is_right = given == own;
                self.on_syn = (!is_right).then_some(ExtraOption::Cookie(own));
                // The SYN-ACK leaves before the application has answered, as from Linux.
                is_right.then_some(0)
            }
            (Scheme::FastOpen, ExtraOption::CookieRequest) => {
                self.on_syn = Some(ExtraOption::Cookie(cookie(self.server, self.client)));
                None
            }
            (Scheme::Counts, ExtraOption::Count(count) | ExtraOption::NewCount(count)) => {
                let echo = |own| ExtraOption::Echo { own, peer: count };
                self.own = self.caches.next_count(self.server);
                self.peer = count;
                self.on_syn = Some(echo(self.own));
                let passes = matches!(opener, Some(ExtraOption::Count(_))) && self.passes(count);
                if passes {
                    self.on_answered();
                }
                passes.then(|| self.room.saturating_sub(echo(self.own).length()))
            }
            _ => None,
        }
    }

    /// Whether the handshake may be skipped (TAO test, RFC 1644 Sec. 2.1).
    fn passes(&self, count: u32) -> bool {
        let last = self.caches.store().valid.get(&(self.server, self.client)).copied();
        match last {
            Some(last) => count > last,
            None => self.acquaintance == PeerCacheState::Known,
        }
    }

    /// Records that the client's count is valid: the handshake is over, or was skipped.
    pub(crate) fn on_answered(&mut self) {
        if self.scheme == Scheme::Counts {
            let mut store = self.caches.store();
            let last = store.valid.entry((self.server, self.client)).or_default();
            *last = self.peer.max(*last);
        }
    }

    /// Handles the first SYN-ACK at the client, which updates its cache.
    pub(crate) fn on_syn_ack(&mut self, opener: Option<ExtraOption>) {
        let pair = (self.client, self.server);
        match opener {
            Some(ExtraOption::Cookie(_)) => drop(self.caches.store().cookies.insert(pair)),
            Some(ExtraOption::Echo { peer, .. }) if peer == self.own => {
                self.caches.store().sent.insert(pair);
            }
            _ => {}
        }
    }

    /// Whether a SYN-ACK carries the first data.
    pub(crate) fn answers_with_data(&self) -> bool {
        self.scheme == Scheme::Counts
    }

    /// The option of a departing segment.
    pub fn option(&mut self, is_syn: bool) -> Option<ExtraOption> {
        match self.scheme {
            Scheme::FastOpen if !is_syn => None,
            // RFC 7413 Sec. 4.1.3.1: a SYN that was lost leaves again without the option.
            Scheme::FastOpen if self.is_client => self.on_syn.take(),
            Scheme::Counts if !is_syn => Some(ExtraOption::Count(self.own)),
            Scheme::FastOpen | Scheme::Counts => self.on_syn,
        }
    }

    /// IP length of a SYN or SYN-ACK.
    pub fn size(&self, opener: Option<ExtraOption>, payload: u32) -> u32 {
        self.syn_size + opener.map_or(0, ExtraOption::length) + payload
    }
}
