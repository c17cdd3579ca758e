//! The run loop.

use skyseam_base::SimTime;

use crate::queue::{EventOrder, EventQueue, PackedEvent, Word};

/// A model that handles events; the loop does everything else.
pub trait EventHandler {
    /// Type of the model's events, a small plain value.
    type Event: PackedEvent;

    /// Handles `event` at `now` and pushes the resulting events into `queue`.
    fn handle(
        &mut self,
        now: SimTime,
        event: Word<Self::Event>,
        queue: &mut EventQueue<Self::Event>,
    );

    /// Prefetches the data that `event` will need, since it is due soon. Has no effect on results.
    /// Called in four stages for each event, in order: stage 0 fetches the data that the event
    /// itself names, stage 1 the data that those name, and so on.
    #[inline]
    fn prefetch<const STAGE: usize>(&self, _event: Word<Self::Event>) {}

    /// Notifies the model of the position of the event that is handled next; only in
    /// [`run_window`].
    fn note_order(&mut self, _order: EventOrder) {}

    /// Whether the run can stop because no pending event matters any more.
    fn is_finished(&self) -> bool;
}

/// Answer of a `control` callback: continue or stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// Continues the run.
    Continue,
    /// Stops the run as soon as possible.
    Cancel,
}

/// Reason for which the loop stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The next event lies at or beyond the end.
    End,
    /// The model is finished or nothing is pending.
    Finished,
    /// `control` returned [`Control::Cancel`].
    Cancelled,
}

/// Number of events ahead at which each stage of [`EventHandler::prefetch`] is called: a fetch from
/// the third-level cache or from memory takes as long as some events.
const PREFETCH_AHEAD: [usize; 4] = [12, 8, 5, 2];

/// Events between two calls of `control` in most runs: few, because an event that recomputes a
/// node's routes may take a millisecond and a run must stop promptly on request.
pub const EVENTS_PER_POLL: u64 = 1 << 10;

/// Runs `model` until `end` (exclusive), until it is finished, or until `control` cancels it.
/// `control` is called before every `poll`-th event with the model, which it must not finish, and
/// the simulated time. Returns the reason for the stop, the time of the last event, and the number
/// of events.
pub fn run<M: EventHandler>(
    model: &mut M,
    queue: &mut EventQueue<M::Event>,
    end: SimTime,
    poll: u64,
    control: &mut dyn FnMut(&mut M, SimTime) -> Control,
) -> (Stop, SimTime, u64) {
    let (mut events, mut until_poll) = (0, poll);
    let mut last = SimTime::ZERO;
    loop {
        if model.is_finished() {
            return (Stop::Finished, last, events);
        }
        let Some((now, event)) = queue.peek() else {
            return (Stop::Finished, last, events);
        };
        if now >= end {
            return (Stop::End, last, events);
        }
        prefetch_ahead(model, queue);
        queue.take();
        assert!(now >= last, "an event in the past: {now} after {last}");
        last = now;
        events += 1;
        until_poll -= 1;
        if until_poll == 0 {
            if control(model, now) == Control::Cancel {
                return (Stop::Cancelled, last, events);
            }
            until_poll = poll;
        }
        model.handle(now, event, queue);
    }
}

#[inline(always)]
fn prefetch_ahead<M: EventHandler>(model: &M, queue: &EventQueue<M::Event>) {
    if !queue.knows_ahead() {
        return;
    }
    if let Some(event) = queue.ahead(PREFETCH_AHEAD[0]) {
        model.prefetch::<0>(event);
    }
    if let Some(event) = queue.ahead(PREFETCH_AHEAD[1]) {
        model.prefetch::<1>(event);
    }
    if let Some(event) = queue.ahead(PREFETCH_AHEAD[2]) {
        model.prefetch::<2>(event);
    }
    if let Some(event) = queue.ahead(PREFETCH_AHEAD[3]) {
        model.prefetch::<3>(event);
    }
}

/// Handles all events of `model` before `bound`, even if it is finished. Returns the number of
/// events and the time of the last one.
pub fn run_window<M: EventHandler>(
    model: &mut M,
    queue: &mut EventQueue<M::Event>,
    bound: SimTime,
) -> (u64, Option<SimTime>) {
    let (mut events, mut last) = (0, None);
    while let Some((order, event)) = queue.peek_order() {
        let now = order.time();
        if now >= bound {
            break;
        }
        prefetch_ahead(model, queue);
        queue.take();
        assert!(last.is_none_or(|last| now >= last), "an event in the past: {now}");
        last = Some(now);
        events += 1;
        model.note_order(order);
        model.handle(now, event, queue);
    }
    (events, last)
}

/// Handles the next event of `model`.
pub fn run_one<M: EventHandler>(model: &mut M, queue: &mut EventQueue<M::Event>) {
    if let Some((order, event)) = queue.peek_order() {
        queue.take();
        model.note_order(order);
        model.handle(order.time(), event, queue);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queue::Rank;
    use skyseam_base::Duration;

    #[derive(Clone, Copy)]
    struct Tick;

    impl PackedEvent for Tick {
        fn to_word(self) -> u64 {
            0
        }

        fn from_word(_: u64) -> Self {
            Self
        }
    }

    /// A model that ticks every second, a given number of times.
    struct Clock {
        ticks: u64,
        enough: u64,
    }

    impl EventHandler for Clock {
        type Event = Tick;

        fn handle(&mut self, now: SimTime, _: Word<Tick>, queue: &mut EventQueue<Tick>) {
            self.ticks += 1;
            let rank = Rank { class: 0, owner: 0, sequence: 0 };
            queue.push(now + Duration::from_secs(1), rank, Tick);
        }

        fn is_finished(&self) -> bool {
            self.ticks >= self.enough
        }
    }

    fn run_clock(enough: u64, end: SimTime, control: Control) -> (Stop, SimTime, u64) {
        let mut queue = EventQueue::default();
        queue.push(SimTime::ZERO, Rank { class: 0, owner: 0, sequence: 0 }, Tick);
        run(&mut Clock { ticks: 0, enough }, &mut queue, end, EVENTS_PER_POLL, &mut |_, _| control)
    }

    #[test]
    fn the_loop_says_why_it_stopped() {
        let (end, go) = (SimTime::from_secs(10), Control::Continue);
        assert_eq!(run_clock(u64::MAX, end, go), (Stop::End, SimTime::from_secs(9), 10));
        assert_eq!(run_clock(3, end, go), (Stop::Finished, SimTime::from_secs(2), 3));
        let (stop, _, events) = run_clock(u64::MAX, SimTime::MAX, Control::Cancel);
        assert_eq!((stop, events), (Stop::Cancelled, EVENTS_PER_POLL));
    }

    #[test]
    fn a_loop_that_polls_before_every_event_stops_before_the_next_one() {
        let mut queue = EventQueue::default();
        queue.push(SimTime::ZERO, Rank { class: 0, owner: 0, sequence: 0 }, Tick);
        let (mut clock, end) = (Clock { ticks: 0, enough: u64::MAX }, SimTime::MAX);
        let mut until_7 = |clock: &mut Clock, _| match clock.ticks {
            7 => Control::Cancel,
            _ => Control::Continue,
        };
        let (stop, ..) = run(&mut clock, &mut queue, end, 1, &mut until_7);
        assert_eq!((stop, clock.ticks), (Stop::Cancelled, 7));
    }
}
