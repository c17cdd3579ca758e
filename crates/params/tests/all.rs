//! A single program for all tests of this folder, because each separate one would be linked for
//! itself.

mod defaults;
mod manifest;
mod reading;
mod units;
