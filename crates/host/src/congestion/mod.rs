//! stub
/// Which congestion controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// RFC 6582 NewReno.
    NewReno,
    /// RFC 9438 CUBIC.
    Cubic,
}
