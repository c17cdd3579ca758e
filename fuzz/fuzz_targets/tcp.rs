//! Fuzzes both ends of TCP, every stack and controller: segments that nobody sent, bytes off a
//! wire, losses and timers in any order. What is asserted stands in `siege.rs`.
//!
//! Run with `make fuzz`.

#![no_main]

#[path = "../../crates/host/tests/support/siege.rs"]
mod siege;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| siege::run(bytes));
