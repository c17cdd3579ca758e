//! One program for all tests of this folder: each of its own would be linked for itself.

mod ephemeris;
mod grouping;
mod oracles;
mod readers;
