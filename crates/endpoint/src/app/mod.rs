//! Interfaces between an application and its transport.
//!
//! | An application that | uses |
//! |---|---|
//! | sends bytes in one direction, a file or for a time | a [`OfferedData`] |
//! | writes and reads bytes in both directions | two [`StreamApp`]s |
//! | opens connections with streams during the run | two [`SessionApp`]s |
//! | sends messages that may be lost | two [`MessageApp`]s, carried by [`datagrams`] |

pub mod datagrams;
pub mod message;
pub mod session;
pub mod stream;
mod supply;

pub use message::{Message, MessageApp};
pub use session::{SessionApp, SessionIo};
pub use stream::{StreamApp, StreamIo};
pub use supply::OfferedData;
