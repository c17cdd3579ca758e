//! IP packets of programs as bytes: what a router reads and changes.
//!
//! Owns nothing but the fields that forwarding touches, of IPv4 (RFC 791) and IPv6 (RFC 8200).

use crate::ecn::Ecn;

/// Protocol numbers of an IP packet inside another: IPv4 (RFC 2003) and IPv6 (RFC 2473).
const INSIDE: [u8; 2] = [4, 41];

/// Says what is wrong with `bytes` as an IP packet.
///
/// # Errors
/// If they are too short, of another version, or their length is not that of the header.
pub fn check(bytes: &[u8]) -> Result<(), String> {
    let (least, length) = match bytes.first().map(|first| first >> 4) {
        Some(4) => {
            (20, bytes.get(2..4).map(|field| usize::from(field[0]) << 8 | usize::from(field[1])))
        }
        Some(6) => (
            40,
            bytes.get(4..6).map(|field| 40 + (usize::from(field[0]) << 8 | usize::from(field[1]))),
        ),
        Some(version) => return Err(format!("version {version}, expected 4 or 6")),
        None => return Err("no bytes".to_owned()),
    };
    if bytes.len() < least {
        return Err(format!("{} bytes, expected at least {least}", bytes.len()));
    }
    match length {
        Some(length) if length == bytes.len() => Ok(()),
        length => Err(format!(
            "its header says {} bytes, and there are {}",
            length.unwrap_or_default(),
            bytes.len()
        )),
    }
}

/// Protocol number that stands for the whole packet inside another.
pub fn encapsulation(bytes: &[u8]) -> u8 {
    INSIDE[usize::from(is_v6(bytes))]
}

/// Whether a protocol number is one of [`encapsulation`].
pub fn is_inside(protocol: u8) -> bool {
    INSIDE.contains(&protocol)
}

/// Time to live of IPv4, hop limit of IPv6.
pub fn hop_limit(bytes: &[u8]) -> u8 {
    bytes.get(place(bytes)).copied().unwrap_or_default()
}

/// Type of service of IPv4, traffic class of IPv6: DSCP (six bits, RFC 2474 Sec. 3) and ECN.
pub fn traffic_class(bytes: &[u8]) -> u8 {
    match bytes {
        [first, second, ..] if is_v6(bytes) => first << 4 | second >> 4,
        [_, second, ..] => *second,
        _ => 0,
    }
}

/// Sets what routers change: [`hop_limit`] and the ECN field of [`traffic_class`]. Corrects the
/// header checksum of IPv4.
pub fn update(bytes: &mut [u8], hop_limit: u8, ecn: Ecn) {
    let place = place(bytes);
    if bytes.len() <= place + 1 {
        return;
    }
    let is_v6 = is_v6(bytes);
    let shift = if is_v6 { 4 } else { 0 };
    let class = bytes[1] & !(0b11 << shift) | (ecn as u8) << shift;
    for (at, value) in [(1, class), (place, hop_limit)] {
        if is_v6 {
            bytes[at] = value;
        } else {
            set_with_checksum(bytes, at, value);
        }
    }
}

/// Sets a byte of an IPv4 header, and its checksum (RFC 1624 eqn. 3).
fn set_with_checksum(bytes: &mut [u8], at: usize, value: u8) {
    let even = at & !1;
    let word = |bytes: &[u8]| u32::from(bytes[even]) << 8 | u32::from(bytes[even + 1]);
    let old = word(bytes);
    bytes[at] = value;
    let new = word(bytes);
    let held = u32::from(bytes[10]) << 8 | u32::from(bytes[11]);
    let mut sum = (!held & 0xffff) + (!old & 0xffff) + new;
    sum = (sum & 0xffff) + (sum >> 16);
    sum = (sum & 0xffff) + (sum >> 16);
    let [high, low] = (!(sum as u16)).to_be_bytes();
    (bytes[10], bytes[11]) = (high, low);
}

fn is_v6(bytes: &[u8]) -> bool {
    bytes.first().is_some_and(|first| first >> 4 == 6)
}

/// Offset of the hop limit.
fn place(bytes: &[u8]) -> usize {
    if is_v6(bytes) { 7 } else { 8 }
}

#[cfg(test)]
mod tests {
    use etherparse::Ipv4Header;
    use proptest::prelude::*;

    use super::*;

    fn packet(ttl: u8, payload: usize) -> Vec<u8> {
        let header = Ipv4Header::new(payload as u16, ttl, 17.into(), [10, 0, 0, 1], [10, 0, 0, 2]);
        let mut header = header.unwrap();
        header.header_checksum = header.calc_header_checksum();
        let mut bytes = header.to_bytes().to_vec();
        bytes.resize(20 + payload, 7);
        bytes
    }

    proptest! {
        /// Goal: the checksum stays right. Method: another implementation computes it.
        #[test]
        fn a_changed_header_keeps_the_checksum(
            old: u8, new: u8, dscp in 0u8..64, size in 0usize..99
        ) {
            let mut bytes = packet(old, size);
            set_with_checksum(&mut bytes, 1, dscp << 2 | 0b10);
            update(&mut bytes, new, Ecn::Ce);
            prop_assert_eq!(traffic_class(&bytes), dscp << 2 | 0b11);
            let (header, _) = Ipv4Header::from_slice(&bytes).unwrap();
            prop_assert_eq!(header.time_to_live, new);
            prop_assert_eq!((header.dscp.value(), header.ecn.value()), (dscp, 0b11));
            prop_assert_eq!(header.header_checksum, header.calc_header_checksum());
            prop_assert_eq!(hop_limit(&bytes), new);
        }

        #[test]
        fn any_bytes_are_judged(
            bytes in proptest::collection::vec(any::<u8>(), 0..60), limit: u8, class: u8
        ) {
            let mut bytes = bytes;
            let judged = check(&bytes);
            if judged.is_ok() {
                let before = traffic_class(&bytes);
                update(&mut bytes, limit, Ecn::from_bits(class));
                prop_assert_eq!(hop_limit(&bytes), limit);
                prop_assert_eq!(traffic_class(&bytes), before & !0b11 | class & 0b11);
            }
        }
    }

    #[test]
    fn what_is_no_ip_packet_is_said() {
        assert_eq!(check(&packet(64, 8)), Ok(()));
        assert_eq!(check(&[]).unwrap_err(), "no bytes");
        assert_eq!(check(&[0x55; 40]).unwrap_err(), "version 5, expected 4 or 6");
        assert_eq!(check(&packet(64, 8)[..19]).unwrap_err(), "19 bytes, expected at least 20");
        let message = check(&packet(64, 8)[..27]).unwrap_err();
        assert_eq!(message, "its header says 28 bytes, and there are 27");
        let mut six = vec![0; 48];
        (six[0], six[5], six[7]) = (0x60, 8, 31);
        assert_eq!((check(&six), hop_limit(&six), encapsulation(&six)), (Ok(()), 31, 41));
    }
}
