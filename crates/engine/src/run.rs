//! The run loop.

use skyseam_base::SimTime;

use crate::queue::{Event, EventQueue, Order, Word};

/// Handles events; the loop does everything else.
pub trait Model {
    /// A small plain value.
    type Event: Event;

    /// Handles `event` at `now` and pushes the events that follow from it into `queue`.
    fn handle(
        &mut self,
        now: SimTime,
        event: Word<Self::Event>,
        queue: &mut EventQueue<Self::Event>,
    );

    /// Prefetches what `event` will need, since it is due soon. Has no influence on results. Called
    /// in four stages for each event, in order: stage 0 fetches what the event itself names, stage
    /// 1 what that names, and so on.
    #[inline]
    fn prefetch<const STAGE: usize>(&self, _event: Word<Self::Event>) {}

    /// Learns the place of the event that is handled next, in [`run_window`] alone.
    fn note_order(&mut self, _order: Order) {}

    /// Whether no pending event matters any more.
    fn is_finished(&self) -> bool;
}

/// The answer to the loop's question whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// Go on.
    Continue,
    /// Stop as soon as possible.
    Cancel,
}

/// Why the loop stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The next event lies at or beyond the end.
    End,
    /// The model is finished or nothing is pending.
    Finished,
    /// `control` returned [`Control::Cancel`].
    Cancelled,
}

/// How many events before an event each stage of [`Model::prefetch`] is called: a fetch from the
/// third-level cache or from memory takes as long as some events.
const PREFETCH_AHEAD: [usize; 4] = [12, 8, 5, 2];

/// Events between two calls of `control`: few, since an event may take a millisecond where it makes
/// a node look for new routes, and a run is to stop at once when it is asked to.
const EVENTS_PER_QUESTION: u64 = 1 << 10;

/// Runs `model` until `end` (exclusive), until it is finished, or until `control` cancels it;
/// `control` is called now and then with the model, which it must not make finished, and the
/// simulated time. Returns why the run
/// stopped, the time of the last event, and the number of events.
pub fn run<M: Model>(
    model: &mut M,
    queue: &mut EventQueue<M::Event>,
    end: SimTime,
    control: &mut dyn FnMut(&mut M, SimTime) -> Control,
) -> (Stop, SimTime, u64) {
    let mut events = 0;
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
        if events % EVENTS_PER_QUESTION == 0 && control(model, now) == Control::Cancel {
            return (Stop::Cancelled, last, events);
        }
        model.handle(now, event, queue);
    }
}

#[inline(always)]
fn prefetch_ahead<M: Model>(model: &M, queue: &EventQueue<M::Event>) {
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

/// Handles all events of `model` before `bound`, whether it is finished or not; returns how many,
/// and the time of the last.
pub fn run_window<M: Model>(
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
pub fn run_one<M: Model>(model: &mut M, queue: &mut EventQueue<M::Event>) {
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

    impl Event for Tick {
        fn to_word(self) -> u64 {
            0
        }

        fn from_word(_: u64) -> Self {
            Self
        }
    }

    /// Ticks every second, a given number of times.
    struct Clock {
        ticks: u64,
        enough: u64,
    }

    impl Model for Clock {
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
        run(&mut Clock { ticks: 0, enough }, &mut queue, end, &mut |_, _| control)
    }

    #[test]
    fn the_loop_says_why_it_stopped() {
        let (end, go) = (SimTime::from_secs(10), Control::Continue);
        assert_eq!(run_clock(u64::MAX, end, go), (Stop::End, SimTime::from_secs(9), 10));
        assert_eq!(run_clock(3, end, go), (Stop::Finished, SimTime::from_secs(2), 3));
        let (stop, _, events) = run_clock(u64::MAX, SimTime::MAX, Control::Cancel);
        assert_eq!((stop, events), (Stop::Cancelled, EVENTS_PER_QUESTION));
    }
}
