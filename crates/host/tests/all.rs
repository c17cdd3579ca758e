//! A single program for all tests of this folder, because separate programs would be linked one by
//! one.

mod bbr;
mod bidirectional;
mod bola_reference;
mod delayed_acks;
mod exchanges;
mod kernel_scripts;
mod linux_buffer;
mod linux_controllers;
mod linux_ecn;
mod linux_paths;
mod linux_reference;
mod linux_rules;
mod ns2_reference;
mod ns2_variants;
mod quic;
mod quic_reference;
mod siege;
mod stp;
mod support;
mod transfers;
mod web;
