//! Senders and receivers of stacks as ends of flows.

/// Makes the sender and the receiver of a stack the two ends of a one-way flow, which proxies can
/// write into and read from. `by` names a field that lies first in each.
macro_rules! one_way_ends {
    ($sender:ident by $sender_first:ident, $receiver:ident by $receiver_first:ident) => {
        impl skyseam_endpoint::End for $sender {
            fn report(&self) -> skyseam_endpoint::FlowReport {
                self.report()
            }

            fn has_plans(&self) -> bool {
                skyseam_endpoint::Endpoint::poll_timeout(self).is_some()
            }

            fn writer(&mut self) -> Option<&mut dyn skyseam_endpoint::Writer> {
                Some(self)
            }

            fn prefetch(&self) {
                skyseam_base::prefetch(&self.$sender_first, size_of::<Self>());
            }

            fn prefetch_inside(&self) {
                self.prefetch_outstanding();
            }
        }

        impl skyseam_endpoint::Writer for $sender {
            fn wait_for_writes(&mut self) {
                self.wait_for_writes();
            }

            fn write(&mut self, now: skyseam_base::SimTime, bytes: u64) {
                self.write(now, bytes);
            }

            fn end_writes(&mut self, now: skyseam_base::SimTime) {
                self.end_writes(now);
            }

            fn held(&self) -> u64 {
                self.held()
            }
        }

        impl skyseam_endpoint::End for $receiver {
            fn report(&self) -> skyseam_endpoint::FlowReport {
                self.report()
            }

            fn has_plans(&self) -> bool {
                false
            }

            fn reader(&mut self) -> Option<&mut dyn skyseam_endpoint::Reader> {
                Some(self)
            }

            fn unread(&self) -> u64 {
                self.unread()
            }

            fn prefetch(&self) {
                skyseam_base::prefetch(&self.$receiver_first, size_of::<Self>());
            }

            fn prefetch_inside(&self) {
                self.early.prefetch();
            }
        }

        impl skyseam_endpoint::Reader for $receiver {
            fn read_by_hand(&mut self) {
                self.read_by_hand();
            }

            fn unread(&self) -> u64 {
                self.unread()
            }

            fn read(&mut self, now: skyseam_base::SimTime, bytes: u64) {
                self.read(now, bytes);
            }
        }
    };
}

pub(crate) use one_way_ends;
