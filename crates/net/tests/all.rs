//! A single program for all tests of this folder, because separate programs would be linked one by
//! one.

mod harq_over_fading;
mod ns2_red;
mod own_scheduler;
