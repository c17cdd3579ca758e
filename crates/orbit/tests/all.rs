//! A single program for all tests of this folder, because each separate one would be linked for
//! itself.

mod ephemeris;
mod grouping;
mod oracles;
mod readers;
