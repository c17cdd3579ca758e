//! Barrier at which threads wait for each other between windows.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::{hint, thread};

use super::locked;

/// A barrier for all threads. Windows are some tens of microseconds long: a thread that waits
/// spins, then sleeps. It does not yield its core: among busy programs it would get it back late.
pub(super) struct Meeting {
    of: usize,
    here: AtomicUsize,
    number: AtomicUsize,
    is_off: AtomicBool,
    asleep: Mutex<usize>,
    awake: Condvar,
}

/// Number of spins before a waiting thread sleeps.
const SPINS: u32 = 200;

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
        let mut spins = 0;
        while is_waiting() && spins < SPINS {
            spins += 1;
            hint::spin_loop();
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
