//! Ids of nodes and flows: small integers that index tables. Names for people are kept separately.

/// Declares an id: a type of its own around a `u32`, displayed as the given word and the number.
///
/// ```
/// skyseam_base::id! {
///     /// A port of a switch.
///     pub PortId "port"
/// }
/// assert_eq!(PortId(3).to_string(), "port 3");
/// assert_eq!(["a", "b", "c", "d"][PortId(3).index()], "d");
/// assert_eq!(PortId::from_index(3), PortId(3));
/// ```
#[macro_export]
macro_rules! id {
    ($(#[$about:meta])* $visible:vis $id:ident $word:literal) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $visible struct $id(pub u32);

        #[allow(dead_code, reason = "every id has the same, whether or not its crate asks")]
        impl $id {
            /// The number as a table index.
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// The id of a place in a table.
            pub const fn from_index(index: usize) -> Self {
                Self(index as u32)
            }
        }

        impl ::std::fmt::Display for $id {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                write!(f, concat!($word, " {}"), self.0)
            }
        }
    };
}

id! {
    /// A node: satellite, terminal or ground node, numbered as the constellation numbers them.
    pub NodeId "node"
}

id! {
    /// A flow: one transfer, ping series or call between two nodes, numbered in scenario order.
    pub FlowId "flow"
}
