//! stub
pub mod congestion;
pub mod config;
pub mod endpoint;
pub use endpoint::Endpoint;
