//! Senders and receivers of stacks as endpoints of flows.

/// Makes the sender and the receiver of a stack the two endpoints of a one-way flow, which proxies
/// can write into and read from. `by` names a field that is the first of each.
macro_rules! impl_one_way_endpoints {
    ($sender:ident by $sender_first:ident, $receiver:ident by $receiver_first:ident) => {
        impl skyseam_endpoint::FlowEndpoint for $sender {
            fn report(&self) -> skyseam_endpoint::FlowReport {
                self.report()
            }

            fn has_pending_work(&self) -> bool {
                skyseam_endpoint::Endpoint::poll_timeout(self).is_some()
            }

            fn writer(&mut self) -> Option<&mut dyn skyseam_endpoint::ProxyWriter> {
                Some(self)
            }

            fn prefetch(&self) {
                skyseam_base::prefetch(&self.$sender_first, size_of::<Self>());
            }

            fn prefetch_state(&self) {
                self.prefetch_outstanding();
            }
        }

        impl skyseam_endpoint::ProxyWriter for $sender {
            fn set_manual_write(&mut self) {
                self.set_manual_write();
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

        impl skyseam_endpoint::FlowEndpoint for $receiver {
            fn report(&self) -> skyseam_endpoint::FlowReport {
                self.report()
            }

            fn has_pending_work(&self) -> bool {
                false
            }

            fn reader(&mut self) -> Option<&mut dyn skyseam_endpoint::ProxyReader> {
                Some(self)
            }

            fn unread(&self) -> u64 {
                self.unread()
            }

            fn prefetch(&self) {
                skyseam_base::prefetch(&self.$receiver_first, size_of::<Self>());
            }

            fn prefetch_state(&self) {
                self.out_of_order.prefetch();
            }
        }

        impl skyseam_endpoint::ProxyReader for $receiver {
            fn set_manual_read(&mut self) {
                self.set_manual_read();
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

pub(crate) use impl_one_way_endpoints;
