//! Applications: what a flow carries, as state machines above a transport.
//!
//! A kind of application is a type that implements [`Kind`]: what a flow of that kind is described
//! by, and how its two ends are made. A new one is one file here and one line in
//! [`Applications::built_in`]; one from outside of this crate needs neither: [`Application::of`]
//! takes any.
//!
//! | An application | asks for | and is |
//! |---|---|---|
//! | sends bytes one way, a file's or for a time | [`Session::Transfer`] | a [`Supply`] |
//! | writes and reads bytes in both directions | [`Session::Stream`] | two [`StreamApp`]s |
//! | sends messages that may be lost | [`Session::Messages`] | two [`MessageApp`]s |

pub mod bulk;
pub mod file;
pub mod message;
pub mod ping;
pub mod proxy;
pub mod request_response;
pub mod stream;
pub mod voice;

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use skyseam_base::{RandomStream, SimTime};

pub use bulk::Bulk;
pub use file::File;
pub use message::{Message, MessageApp};
pub use ping::Ping;
pub use request_response::RequestResponse;
pub use stream::{StreamApp, StreamIo};

/// What an application gives a transport to send one way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Supply {
    /// Bytes in all, once that is known.
    pub limit: Option<u64>,
    /// When the application offers no more.
    pub stop: Option<SimTime>,
}

impl Supply {
    /// Whether there is always more to send.
    pub fn is_open(&self) -> bool {
        self.limit.is_none()
    }

    /// The application stops after it has offered `bytes`.
    pub fn close(&mut self, bytes: u64) {
        self.limit.get_or_insert(bytes);
        self.stop = None;
    }

    /// The stream ends after `bytes`. Where that was not known before, it is known at `now` and
    /// takes effect at the next timeout.
    pub fn end(&mut self, now: SimTime, bytes: u64) {
        if self.limit.is_none() {
            *self = Self { limit: Some(bytes), stop: Some(now) };
        }
    }
}

/// What an application asks of its transport.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Service {
    /// Bytes in order from the client to the server, all offered by themselves.
    Transfer,
    /// Bytes in order in both directions, as either end writes them.
    Stream,
    /// Messages in both directions, each of which may be lost.
    Messages,
}

/// The two ends of an application that is to be carried, by what it asks for.
#[derive(Debug)]
pub enum Session {
    /// [`Service::Transfer`]: what the client sends.
    Transfer(Supply),
    /// [`Service::Stream`].
    Stream {
        /// The end that opens the connection.
        client: Box<dyn StreamApp>,
        /// The end that takes it.
        server: Box<dyn StreamApp>,
    },
    /// [`Service::Messages`].
    Messages {
        /// The end that begins.
        client: Box<dyn MessageApp>,
        /// The other end.
        server: Box<dyn MessageApp>,
    },
}

impl Session {
    /// What is asked for.
    pub fn service(&self) -> Service {
        match self {
            Self::Transfer(_) => Service::Transfer,
            Self::Stream { .. } => Service::Stream,
            Self::Messages { .. } => Service::Messages,
        }
    }
}

/// A kind of application: the parameters of a flow, checked, and how its two ends are made.
pub trait Kind: fmt::Debug + Send + Sync + Same {
    /// Its name, for what it is, and what it asks for.
    fn entry(&self) -> Entry;

    /// The two ends, for a flow that begins at `start`; what they leave to chance is drawn from
    /// `random`, which is the application's own.
    fn open(&self, start: SimTime, random: RandomStream) -> Session;

    /// IP length of the largest packet, where the application and not a transport decides it,
    /// bytes.
    fn largest_packet(&self) -> Option<u32> {
        None
    }
}

/// Equality of kinds behind a pointer; every type with `PartialEq` has it.
pub trait Same: Any {
    /// Whether `other` is of the same type and equal.
    fn is_same(&self, other: &dyn Any) -> bool;

    /// The type behind the pointer.
    fn as_any(&self) -> &dyn Any;
}

impl<T: Any + PartialEq> Same for T {
    fn is_same(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<T>().is_some_and(|other| self == other)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// What a flow carries: any [`Kind`] of application.
#[derive(Clone, Debug)]
pub struct Application(Arc<dyn Kind>);

impl Application {
    /// A flow of this kind.
    pub fn of(kind: impl Kind) -> Self {
        Self(Arc::new(kind))
    }

    /// The parameters, where it is of the kind `K`.
    pub fn kind<K: Kind>(&self) -> Option<&K> {
        self.0.as_any().downcast_ref()
    }

    /// What it asks of its transport.
    pub fn service(&self) -> Service {
        self.0.entry().service
    }

    /// Whether it goes over a connection, which knows when everything has arrived; what does not
    /// is over when its last packet is.
    pub fn has_connection(&self) -> bool {
        self.service() != Service::Messages
    }
}

impl PartialEq for Application {
    fn eq(&self, other: &Self) -> bool {
        self.0.is_same(other.0.as_any())
    }
}

impl std::ops::Deref for Application {
    type Target = dyn Kind;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

/// A registered kind of application.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Name in scenario files.
    pub name: &'static str,
    /// One sentence for documentation.
    pub summary: &'static str,
    /// What it asks of its transport.
    pub service: Service,
}

/// The kinds of application that a reader of scenarios knows: a value that is handed in, to which
/// others add theirs.
#[derive(Clone, Debug)]
pub struct Applications(Vec<Entry>);

impl Applications {
    /// Those of this crate, in the order documentation lists them.
    pub fn built_in() -> Self {
        Self(vec![file::ENTRY, bulk::ENTRY, ping::ENTRY, voice::ENTRY, request_response::ENTRY])
    }

    /// These and one more.
    ///
    /// # Panics
    /// When there is one of that name.
    #[must_use]
    pub fn with(mut self, entry: Entry) -> Self {
        assert!(self.find(entry.name).is_none(), "two applications are called {}", entry.name);
        self.0.push(entry);
        self
    }

    /// The application of that name.
    pub fn find(&self, name: &str) -> Option<&Entry> {
        self.iter().find(|entry| entry.name == name)
    }

    /// All of them.
    pub fn iter(&self) -> std::slice::Iter<'_, Entry> {
        self.0.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINE: Entry = Entry { name: "mine", summary: "Of a test.", service: Service::Stream };

    /// Goal: a registry is a value that grows. Method: one more beside those of this crate.
    #[test]
    fn a_registry_takes_one_more() {
        let more = Applications::built_in().with(MINE);
        assert_eq!(more.find("mine"), Some(&MINE));
        assert_eq!(Applications::built_in().find("mine"), None);
        let names: std::collections::BTreeSet<_> = more.iter().map(|entry| entry.name).collect();
        assert_eq!(names.len(), more.iter().count(), "two have one name");
    }

    #[test]
    #[should_panic(expected = "two applications are called file")]
    fn a_name_is_taken_once() {
        let _ = Applications::built_in().with(Entry { name: "file", ..MINE });
    }

    #[test]
    fn applications_are_equal_as_their_parameters_are() {
        let file = |size_bytes| Application::of(File { size_bytes });
        assert_eq!(file(1), file(1));
        assert_ne!(file(1), file(2));
        let bulk = Application::of(Bulk { duration: skyseam_base::Duration::ZERO });
        assert_ne!(bulk, file(1));
        assert_eq!(bulk.kind::<File>(), None);
    }
}
