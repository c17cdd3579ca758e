//! A single program for all tests of this folder, because separate programs would be linked one by
//! one.

mod defaults;
mod manifest;
mod reading;
mod units;
