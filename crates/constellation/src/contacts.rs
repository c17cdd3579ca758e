//! Contacts of a terminal: the satellites it is linked to over time; several at a time with several
//! antennas or make-before-break handovers.
//!
//! Does not know handover policies: `build/ground.rs` determines contacts.

use skyseam_base::{NodeId, SimTime};

/// A link between a terminal and a satellite over a half-open interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contact {
    /// Linked satellite.
    pub satellite: NodeId,
    /// First instant of the link.
    pub from: SimTime,
    /// End of the interval in which the terminal sends and routes use the link: `until`, or earlier
    /// after a make-before-break handover.
    pub sends_until: SimTime,
    /// End of the interval in which the satellite delivers to the terminal; [`SimTime::MAX`] if the
    /// link never ends.
    pub until: SimTime,
}

/// Satellite that a terminal is primarily linked to from an instant on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AttachmentInterval {
    pub from: SimTime,
    pub satellite: Option<NodeId>,
}

/// All contacts of a terminal.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contacts {
    /// Contacts ordered by `from`, then by creation.
    list: Vec<Contact>,
    /// Latest `until` of each contact and all contacts before it; bounds the search for current
    /// contacts.
    latest: Vec<SimTime>,
}

impl Contacts {
    /// Sorts contacts and drops those of zero length.
    pub fn new(mut list: Vec<Contact>) -> Self {
        list.retain(|contact| contact.from < contact.until);
        list.sort_by_key(|contact| contact.from);
        let mut latest = SimTime::ZERO;
        let latest = list.iter().map(|contact| {
            latest = latest.max(contact.until);
            latest
        });
        Self { latest: latest.collect(), list }
    }

    /// Returns the contacts that begin up to `end`; the state at `end` holds forever.
    pub fn until(&self, end: SimTime) -> Self {
        let begun = self.list.partition_point(|contact| contact.from <= end);
        let for_ever = |t| if t > end { SimTime::MAX } else { t };
        let list = self.list[..begun].iter().map(|contact| Contact {
            sends_until: for_ever(contact.sends_until),
            until: for_ever(contact.until),
            ..*contact
        });
        Self::new(list.collect())
    }

    /// Returns all contacts, ordered by beginning.
    pub fn all(&self) -> &[Contact] {
        &self.list
    }

    /// Returns the contacts that hold at `t`, oldest first.
    pub fn at(&self, t: SimTime) -> impl Iterator<Item = &Contact> {
        let begun = self.list.partition_point(|contact| contact.from <= t);
        let over = self.latest.partition_point(|&until| until <= t).min(begun);
        self.list[over..begun].iter().filter(move |contact| t < contact.until)
    }

    /// Returns the first instant after `t` at which a contact with the satellite begins, ends, or
    /// is no longer used for sending.
    pub(crate) fn same_until(&self, satellite: NodeId, t: SimTime) -> SimTime {
        let over = self.latest.partition_point(|&until| until <= t);
        let mut same_until = SimTime::MAX;
        for contact in self.list[over..].iter() {
            if contact.from >= same_until {
                break;
            }
            if contact.satellite == satellite {
                let ends = [contact.from, contact.sends_until, contact.until];
                same_until = ends.into_iter().filter(|&end| end > t).fold(same_until, SimTime::min);
            }
        }
        same_until
    }

    /// Returns the primary satellite over time: the one to which the terminal has been sending for
    /// the longest time. The first interval begins at time zero.
    pub fn spells(&self) -> Vec<AttachmentInterval> {
        let ends = self.list.iter().flat_map(|contact| [contact.from, contact.sends_until]);
        let mut instants: Vec<SimTime> = ends.filter(|&t| t < SimTime::MAX).collect();
        instants.sort_unstable();
        instants.dedup();
        let mut spells = vec![AttachmentInterval { from: SimTime::ZERO, satellite: None }];
        for t in instants {
            let satellite = self.at(t).find(|contact| t < contact.sends_until);
            let satellite = satellite.map(|contact| contact.satellite);
            if spells[spells.len() - 1].satellite != satellite {
                if spells[spells.len() - 1].from == t {
                    spells.pop();
                }
                spells.push(AttachmentInterval { from: t, satellite });
            }
        }
        spells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contact(satellite: u32, from: u64, sends_until: u64, until: u64) -> Contact {
        let [from, sends_until, until] = [from, sends_until, until].map(SimTime::from_secs);
        Contact { satellite: NodeId(satellite), from, sends_until, until }
    }

    /// A long contact first, so that expired contacts lie behind a current one; one contact of zero
    /// length.
    fn contacts() -> Contacts {
        Contacts::new(vec![
            contact(1, 20, 30, 35),
            contact(0, 10, 100, 100),
            contact(2, 40, 40, 40),
            contact(3, 40, 120, 120),
            contact(4, 130, 140, 140),
        ])
    }

    #[test]
    fn contacts_hold_from_their_first_instant_to_before_their_last() {
        let contacts = contacts();
        for t in 0..150 {
            let t = SimTime::from_secs(t);
            let found: Vec<u32> = contacts.at(t).map(|contact| contact.satellite.0).collect();
            let all =
                contacts.all().iter().filter(|contact| contact.from <= t && t < contact.until);
            assert_eq!(found, all.map(|contact| contact.satellite.0).collect::<Vec<_>>(), "{t}");
        }
    }

    #[test]
    fn the_oldest_comes_first_until_nothing_is_sent_over_it() {
        let spells = contacts().spells();
        let seen: Vec<(u64, Option<u32>)> = spells
            .iter()
            .map(|spell| (spell.from.as_nanos() / 1_000_000_000, spell.satellite.map(|s| s.0)))
            .collect();
        let expected =
            [(0, None), (10, Some(0)), (100, Some(3)), (120, None), (130, Some(4)), (140, None)];
        assert_eq!(seen, expected);
        let handed_over = Contacts::new(vec![contact(7, 0, 30, 40), contact(8, 30, 50, 50)]);
        let satellites: Vec<Option<u32>> =
            handed_over.spells().iter().map(|spell| spell.satellite.map(|s| s.0)).collect();
        assert_eq!(satellites, [Some(7), Some(8), None]);
    }
}
