//! A single program for all tests of this folder, because each separate one would be linked for
//! itself.

mod harq_over_fading;
mod ns2_red;
mod own_scheduler;
