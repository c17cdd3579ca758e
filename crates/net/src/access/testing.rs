//! Common parts of the tests of access methods: equally distant users, and a carrier that runs
//! until nothing happens, with the checks for every method.

use std::collections::BTreeMap;

use skyseam_base::{Duration, RandomStream, Rate, SimTime};
use skyseam_params::{Catalogue, Model, registry};

use super::{Access, AccessContext, AccessController, AccessEvent, Carrier};

/// Users on listed carriers.
#[derive(Default)]
pub(super) struct Here {
    pub carriers: Vec<Option<u32>>,
    pub round_trip: Duration,
    /// Rate of the mode of all users, if users have modes.
    pub mode: Option<Rate>,
}

impl AccessContext for Here {
    fn carrier_until(&mut self, user: u32, now: SimTime) -> (Option<u32>, SimTime) {
        (self.carriers[user as usize], now)
    }

    fn round_trip(&mut self, _: u32, _: SimTime) -> Duration {
        self.round_trip
    }

    fn mode(&mut self, _: u32, _: SimTime) -> Option<Rate> {
        self.mode
    }
}

/// The access method with these keys.
pub(super) fn kind(keys: &str) -> Model<dyn Access> {
    let catalogue = Catalogue::default().with_all(super::built_in());
    registry::parse(keys, catalogue).expect("an example")
}

/// The controller of a carrier of 1 Mbit/s.
pub(super) fn controller(keys: &str, users: usize) -> Box<dyn AccessController> {
    let access = kind(keys);
    let rate = Rate::from_bps(1_000_000).expect("a rate");
    access.validate(rate).expect("an example that makes sense");
    let streams = (0..users).map(|n| RandomStream::new(1, &format!("user {n}"))).collect();
    access.build(Carrier { rate, start: SimTime::ZERO, streams })
}

/// Events on the carrier: instant in ns, and step.
pub(super) type Log = Vec<(u64, AccessEvent)>;

/// Runs a carrier until `until`, filling every burst from the arrivals (ns, user, bytes); returns
/// the bytes sent by each user. Packets of every second user have a codepoint that is requested
/// apart, if there is one. Checks that no two bursts of a carrier overlap.
pub(super) fn run(
    controller: &mut dyn AccessController,
    here: &mut Here,
    arrivals: &[(u64, u32, u64)],
    until: u64,
) -> (Vec<u64>, Log) {
    let mut backlogs = vec![0u64; here.carriers.len()];
    let mut sent = backlogs.clone();
    let mut ended: BTreeMap<u32, SimTime> = BTreeMap::new();
    let (mut log, mut next) = (Log::new(), 0);
    let tell = |controller: &mut dyn AccessController, user: u32, backlog: u64| {
        if controller.codepoints_apart() != 0 && user % 2 == 1 {
            controller.on_backlog_apart(user, backlog);
        }
    };
    loop {
        let due = controller.poll_timeout().map_or(u64::MAX, SimTime::as_nanos);
        let arrival = arrivals.get(next).map_or(u64::MAX, |(at, ..)| *at);
        if due.min(arrival) > until {
            return (sent, log);
        }
        // What arrives at the instant of a step arrives behind it for every second user.
        let is_first = arrivals.get(next).is_some_and(|(_, user, _)| user % 2 == 0);
        if arrival < due || (arrival == due && is_first) {
            let (at, user, bytes) = arrivals[next];
            next += 1;
            backlogs[user as usize] += bytes;
            tell(controller, user, backlogs[user as usize]);
            controller.on_backlog(SimTime::from_nanos(at), user, backlogs[user as usize]);
            continue;
        }
        let now = SimTime::from_nanos(due);
        let mut steps = Vec::new();
        controller.handle_timeout(now, here, &mut steps);
        for step in steps {
            log.push((due, step));
            let AccessEvent::Burst(burst) = step else { continue };
            assert_eq!(burst.start(), now);
            let user = burst.user as usize;
            let carrier = here.carriers[user].expect("a burst goes somewhere");
            let before = ended.insert(carrier, burst.end_after(burst.bytes()));
            assert!(before.is_none_or(|before| before <= now), "two bursts at once at {due}");
            let part = backlogs[user].min(burst.bytes());
            backlogs[user] -= part;
            sent[user] += part;
            let mut asked = Vec::new();
            tell(controller, burst.user, backlogs[user]);
            controller.on_burst(now, burst.user, backlogs[user], here, &mut asked);
            log.extend(asked.into_iter().map(|step| (due, step)));
        }
    }
}
