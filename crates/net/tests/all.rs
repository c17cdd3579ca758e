//! One program for all tests of this folder: each of its own would be linked for itself.

mod harq_over_fading;
mod ns2_red;
mod own_scheduler;
