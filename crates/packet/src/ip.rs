//! IP packets of programs as bytes: what a router reads and changes.
//!
//! Owns nothing but the fields that forwarding touches, of IPv4 (RFC 791) and IPv6 (RFC 8200).

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

/// Sets [`hop_limit`], and corrects the header checksum of IPv4 (RFC 1624 eqn. 3).
pub fn set_hop_limit(bytes: &mut [u8], limit: u8) {
    let place = place(bytes);
    if bytes.len() <= place {
        return;
    }
    let word = |bytes: &[u8]| u32::from(bytes[place]) << 8 | u32::from(bytes[place + 1]);
    if is_v6(bytes) {
        bytes[place] = limit;
        return;
    }
    let old = word(bytes);
    bytes[place] = limit;
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
        fn a_changed_hop_limit_keeps_the_checksum(old: u8, new: u8, size in 0usize..99) {
            let mut bytes = packet(old, size);
            set_hop_limit(&mut bytes, new);
            let (header, _) = Ipv4Header::from_slice(&bytes).unwrap();
            prop_assert_eq!(header.time_to_live, new);
            prop_assert_eq!(header.header_checksum, header.calc_header_checksum());
            prop_assert_eq!(hop_limit(&bytes), new);
        }

        #[test]
        fn any_bytes_are_judged(bytes in proptest::collection::vec(any::<u8>(), 0..60), limit: u8) {
            let mut bytes = bytes;
            let judged = check(&bytes);
            if judged.is_ok() {
                set_hop_limit(&mut bytes, limit);
                prop_assert_eq!(hop_limit(&bytes), limit);
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
