//! A single program for all tests of this folder, with the programs of `examples/` as modules.

mod building;
mod examples;
