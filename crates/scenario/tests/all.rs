//! A single program for all tests of this folder, because separate programs would be linked one by
//! one.

mod beam_keys;
mod broken;
mod common;
mod examples;
mod ground;
mod link_keys;
mod manifest;
mod references;
mod resolution;
mod robust;
mod scheduler_keys;
mod sky_keys;
mod sweeps;
mod users;
mod voice_keys;
