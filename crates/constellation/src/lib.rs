//! stub
pub mod config;
