//! A single program for all tests of this folder, because separate programs would be linked one by
//! one.

mod ephemeris;
mod grouping;
mod oracles;
mod readers;
