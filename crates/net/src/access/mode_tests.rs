//! Goal: requests are of bytes, so that a request that was made in one mode is granted the slots of
//! the mode in which it is served.
//!
//! Method: 10,000 B wait, in slots of 1 ms at 1 Mbit/s: 80 slots of 125 B. Before the grants the
//! mode changes to 500 kbit/s: 161.3, and so 162, slots of 62 B.

use skyseam_base::{Duration, Rate, SimTime};

use super::AccessEvent;
use super::testing::{Here, controller};

/// Slots granted to the first request of the only user by the end of the tenth second; the mode
/// changes after the request.
fn granted(keys: &str) -> (u32, u64) {
    let mut controller = controller(keys, 1);
    let rate = Rate::from_bps;
    let mut here =
        Here { carriers: vec![Some(0)], round_trip: Duration::from_secs(1), mode: rate(1_000_000) };
    controller.on_backlog(SimTime::ZERO, 0, 10_000);
    let (mut slots, mut bytes, mut requests) = (0, 0, 0);
    while let Some(now) = controller.poll_timeout().filter(|at| *at < SimTime::from_secs(10)) {
        let mut steps = Vec::new();
        controller.handle_timeout(now, &mut here, &mut steps);
        for step in steps {
            match step {
                AccessEvent::Burst(burst) if requests == 1 => {
                    slots += burst.slots;
                    bytes += burst.bytes();
                }
                AccessEvent::Requested { .. } => requests += 1,
                _ => {}
            }
        }
        if requests == 1 {
            here.mode = rate(500_000);
        }
    }
    (slots, bytes)
}

#[test]
fn requests_are_of_bytes() {
    let volume = r#"kind = "demand-assigned"
        frame = "50 ms"
        slots = 40
        contention_slots = 10"#;
    assert_eq!(granted(volume), (162, 162 * 62));
    // A first grant states no backlog: as many bytes as ten slots of the mode of its time.
    let request = r#"kind = "scheduling-request"
        slot = "1 ms"
        period = 20
        first_grant = 10"#;
    assert_eq!(granted(request), (21, 21 * 62));
    // Backlog and arrivals, 20,000 B in the ten frames of the window: 16 slots in each, which then
    // are 33 of 62 B, for the ten frames of the lifetime.
    let rate = r#"kind = "rate-based"
        frame = "50 ms"
        slots = 40
        contention_slots = 10
        window = 10
        lifetime = 10
        rate_slots = 20"#;
    assert_eq!(granted(&rate.replace("20", "40")), (10 * 33, 10 * 33 * 62));
    // Never more than the maximum rate.
    assert_eq!(granted(rate), (10 * 20, 10 * 20 * 62));
}
