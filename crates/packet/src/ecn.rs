//! Explicit congestion notification: the two bits of the IP header by which a queue reports
//! congestion without dropping.

/// ECN field of an IP packet (RFC 3168 Sec. 5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Ecn {
    /// The transport is not ECN-capable: congestion can only be reported by dropping the packet.
    #[default]
    NotEct = 0,
    /// ECN-capable, codepoint ECT(1); packets of L4S (RFC 9331 Sec. 4.1).
    Ect1 = 1,
    /// ECN-capable, codepoint ECT(0).
    Ect0 = 2,
    /// Congestion experienced: a queue on the path marked the packet.
    Ce = 3,
}

impl Ecn {
    /// The field in the lower two bits of `bits`.
    pub const fn from_bits(bits: u8) -> Self {
        match bits & 0b11 {
            0 => Self::NotEct,
            1 => Self::Ect1,
            2 => Self::Ect0,
            _ => Self::Ce,
        }
    }

    /// Whether a queue may mark the packet instead of dropping it.
    pub const fn is_capable(self) -> bool {
        !matches!(self, Self::NotEct)
    }

    /// Marks the packet with CE if it is ECN-capable; returns whether it is.
    pub const fn mark(&mut self) -> bool {
        if self.is_capable() {
            *self = Self::Ce;
        }
        self.is_capable()
    }
}
