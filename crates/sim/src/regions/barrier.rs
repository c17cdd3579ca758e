//! Barrier at which threads wait for each other between windows.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

/// A spinning barrier for all threads: windows are some tens of microseconds long.
pub(super) struct Meeting {
    of: usize,
    here: AtomicUsize,
    number: AtomicUsize,
    is_off: AtomicBool,
}

/// Number of spins before a waiting thread yields its core.
const AWAKE: u32 = 200;

impl Meeting {
    pub fn new(of: usize) -> Self {
        let (here, number) = (AtomicUsize::new(0), AtomicUsize::new(0));
        Self { of, here, number, is_off: AtomicBool::new(false) }
    }

    /// Waits for all threads; returns false if one of them will never come.
    pub fn wait(&self) -> bool {
        let number = self.number.load(Ordering::Acquire);
        if self.here.fetch_add(1, Ordering::AcqRel) + 1 == self.of {
            self.here.store(0, Ordering::Relaxed);
            self.number.store(number.wrapping_add(1), Ordering::Release);
            return !self.is_off.load(Ordering::Acquire);
        }
        let mut looks = 0;
        while self.number.load(Ordering::Acquire) == number {
            if self.is_off.load(Ordering::Acquire) {
                return false;
            }
            looks += 1;
            if looks < AWAKE {
                std::hint::spin_loop();
            } else {
                thread::yield_now();
            }
        }
        true
    }
}

/// Cancels a barrier if its thread panics.
pub(super) struct CallsOff<'a>(pub &'a Meeting);

impl Drop for CallsOff<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.is_off.store(true, Ordering::Release);
        }
    }
}
