//! One program for all tests of this folder: each of its own would be linked for itself.

mod defaults;
mod manifest;
mod reading;
mod units;
