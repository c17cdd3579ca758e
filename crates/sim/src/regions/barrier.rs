//! Barrier at which threads wait for each other between windows.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::{hint, thread};

use super::locked;

/// A barrier for all threads. Windows are some tens of microseconds long: a thread that waits
/// spins, then yields its core, and sleeps only if there are more threads than free cores.
pub(super) struct Meeting {
    of: usize,
    here: AtomicUsize,
    number: AtomicUsize,
    is_off: AtomicBool,
    asleep: Mutex<usize>,
    awake: Condvar,
}

/// Number of spins before a waiting thread yields its core.
const SPINS: u32 = 200;

/// Number of yields before it sleeps.
const YIELDS: u32 = 20;

impl Meeting {
    pub fn new(of: usize) -> Self {
        let (here, number) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let (asleep, awake) = (Mutex::new(0), Condvar::new());
        Self { of, here, number, is_off: AtomicBool::new(false), asleep, awake }
    }

    /// Waits for all threads; returns false if one of them will never come.
    pub fn wait(&self) -> bool {
        let number = self.number.load(Ordering::Acquire);
        if self.here.fetch_add(1, Ordering::AcqRel) + 1 == self.of {
            self.here.store(0, Ordering::Relaxed);
            self.number.store(number.wrapping_add(1), Ordering::Release);
            self.wake();
            return !self.is_off.load(Ordering::Acquire);
        }
        let is_waiting = || {
            self.number.load(Ordering::Acquire) == number && !self.is_off.load(Ordering::Acquire)
        };
        let mut looks = 0;
        while is_waiting() && looks < SPINS + YIELDS {
            looks += 1;
            if looks < SPINS { hint::spin_loop() } else { thread::yield_now() }
        }
        if is_waiting() {
            let mut asleep = locked(&self.asleep);
            *asleep += 1;
            asleep = self
                .awake
                .wait_while(asleep, |_| is_waiting())
                .unwrap_or_else(PoisonError::into_inner);
            *asleep -= 1;
        }
        self.number.load(Ordering::Acquire) != number
    }

    /// Wakes those that sleep; what they wait for is stored before.
    fn wake(&self) {
        if *locked(&self.asleep) > 0 {
            self.awake.notify_all();
        }
    }
}

/// Cancels a barrier if its thread panics.
pub(super) struct CallsOff<'a>(pub &'a Meeting);

impl Drop for CallsOff<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.is_off.store(true, Ordering::Release);
            self.0.wake();
        }
    }
}
