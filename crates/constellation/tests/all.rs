//! A single program for all tests of this folder, because separate programs would be linked one by
//! one.

mod common;
mod contacts;
mod curves;
mod elements;
mod exact;
mod gaps;
mod handovers;
mod henderson;
mod hypatia;
mod isls;
mod ns2_traces;
mod planned_routes;
mod policies;
mod profiles;
mod routes;
mod seam_links;
mod shells;
mod starlink;
mod visibility;
