//! The flows of a world that is a region of a divided run: only the endpoints at its nodes act
//! there.

use skyseam_base::{FlowId, NodeId, SimTime};

use super::{EndpointPair, Flows, Ours, State};
use crate::id::EndpointId;

impl Flows {
    /// Leaves the endpoints that are not at nodes of this region to other regions.
    pub(crate) fn restrict(&mut self, is_ours: impl Fn(NodeId) -> bool) {
        self.are_of_region = true;
        for flow in &mut self.flows {
            let (from, _) = self.series[flow.series.index()].ends(flow.part as usize);
            flow.ours = Ours { sender: is_ours(from), receiver: is_ours(flow.to) };
            flow.quiet = !flow.ours.sender;
        }
        self.count_busy();
    }

    fn count_busy(&mut self) {
        self.busy = self.flows.iter().filter(|flow| !flow.quiet).count();
    }

    /// Whether one of a flow's endpoints acts here.
    pub(super) fn are_ours(&self, flow: FlowId) -> bool {
        let Ours { sender, receiver } = self.flows[flow.index()].ours;
        sender || receiver
    }

    /// Whether an endpoint acts here.
    pub fn is_ours(&self, endpoint: EndpointId) -> bool {
        let ours = self.flows[endpoint.flow().index()].ours;
        if endpoint.is_sender() { ours.sender } else { ours.receiver }
    }

    /// Number of flows that are not quiet here.
    pub fn busy(&self) -> usize {
        self.busy
    }

    /// Start time of the last flow.
    pub(crate) fn last_opening(&self) -> SimTime {
        let last = self.series.iter().filter(|s| s.count > 0).map(|s| s.opening(s.count - 1));
        last.max().unwrap_or(SimTime::ZERO)
    }

    /// Joins the flows of another region at the same instant to these.
    pub(crate) fn join_region(&mut self, other: Self) {
        assert_eq!(self.begun, other.begun, "regions that stopped at one instant");
        for (own, other) in self.flows.iter_mut().zip(other.flows) {
            own.drops += other.drops;
            own.drops_back += other.drops_back;
            own.inside = own.inside.wrapping_add(other.inside);
            own.quiet &= other.quiet;
            let (here, there) = (own.ours, other.ours);
            own.ours = Ours {
                sender: here.sender || there.sender,
                receiver: here.receiver || there.receiver,
            };
            if !(there.sender || there.receiver) {
                continue;
            }
            if !(here.sender || here.receiver) {
                own.state = other.state;
                continue;
            }
            let state = std::mem::replace(&mut own.state, State::Waiting);
            let (of_sender, of_receiver) =
                if here.sender { (state, other.state) } else { (other.state, state) };
            own.state = match (of_sender, of_receiver) {
                (
                    State::Open(EndpointPair { sender, .. }),
                    State::Open(EndpointPair { receiver, .. }),
                ) => State::Open(EndpointPair::new(sender, receiver)),
                (State::Answering(report, _), State::Open(EndpointPair { receiver, .. })) => {
                    State::Answering(report, receiver)
                }
                (of_sender, _) => of_sender,
            };
        }
        self.count_busy();
    }
}
