//! Fuzzes both endpoints of TCP, every stack and controller: segments that nobody sent, raw bytes,
//! losses and timers in any order. The assertions are in `siege.rs`.
//!
//! Run with `make fuzz`.

#![no_main]

#[path = "../../crates/host/tests/support/siege.rs"]
mod siege;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| siege::run(bytes));
