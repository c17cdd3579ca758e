//! HARQ processes of one receiver: how many codewords may be without feedback at a time.
//!
//! Each process is a stop-and-wait protocol (3GPP TS 38.321 Sec. 5.3.2, 5.4.2). Which of the free
//! processes a codeword takes has no effect on any result, so only numbers are kept. Knows no time:
//! the owner of the link frees a process when its feedback is there.

/// Whether a codeword's process waits for feedback.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feedback {
    /// The process is in use until feedback arrives, which may request another transmission.
    Enabled,
    /// The process is free at the end of the only transmission.
    Disabled,
}

/// The HARQ processes of one receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Processes {
    /// Number of processes with feedback, and how many of them are in use.
    with_feedback: u32,
    in_use: u32,
    /// Number of processes without feedback.
    without_feedback: u32,
}

impl Processes {
    /// Processes of which none is in use; `disabled` of `all` are without feedback.
    ///
    /// # Panics
    /// If more are without feedback than there are.
    pub fn new(all: u32, disabled: u32) -> Self {
        assert!(disabled <= all, "feedback is disabled for {disabled} of {all} processes");
        Self { with_feedback: all - disabled, in_use: 0, without_feedback: disabled }
    }

    /// Number of all processes.
    pub fn count(&self) -> u32 {
        self.with_feedback + self.without_feedback
    }

    /// Whether `codewords` sent one after the other must wait for feedback. Processes without
    /// feedback never wait, since each is free when the next codeword begins.
    pub fn must_wait(&self, codewords: u32) -> bool {
        let is_full = self.in_use > 0 && self.in_use + codewords > self.with_feedback;
        self.without_feedback == 0 && is_full
    }

    /// Takes processes for `codewords` of one packet: with feedback if enough of them are free,
    /// else without, if there are any.
    pub fn take(&mut self, codewords: u32) -> Feedback {
        if self.without_feedback > 0 && self.in_use + codewords > self.with_feedback {
            return Feedback::Disabled;
        }
        self.in_use += codewords;
        Feedback::Enabled
    }

    /// Frees a process whose feedback has arrived.
    ///
    /// # Panics
    /// If none is in use.
    pub fn free(&mut self) {
        self.in_use = self.in_use.checked_sub(1).expect("a process in use");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: no more codewords are without feedback than there are processes, and those without
    /// feedback take what the others cannot. Method: by hand, 3 processes, then 3 of which 1 has
    /// none.
    #[test]
    fn a_codeword_needs_a_free_process() {
        let mut own = Processes::new(3, 0);
        assert_eq!([own.take(2), own.take(1)], [Feedback::Enabled; 2]);
        assert!(own.must_wait(1));
        own.free();
        assert_eq!([own.must_wait(1), own.must_wait(2)], [false, true]);
        let mut own = Processes::new(3, 1);
        let taken = [own.take(1), own.take(1), own.take(1)];
        assert_eq!(taken, [Feedback::Enabled, Feedback::Enabled, Feedback::Disabled]);
        assert!(!own.must_wait(9));
        own.free();
        assert_eq!([own.take(2), own.take(1)], [Feedback::Disabled, Feedback::Enabled]);
    }

    /// A packet of more codewords than processes waits until all are free, and is then sent: a
    /// scenario is refused earlier, and no link may stall permanently.
    #[test]
    fn a_packet_of_many_codewords_is_sent_alone() {
        let mut own = Processes::new(2, 0);
        assert!(!own.must_wait(5));
        own.take(5);
        (0..4).for_each(|_| own.free());
        assert!(own.must_wait(5));
        own.free();
        assert!(!own.must_wait(5));
    }
}
