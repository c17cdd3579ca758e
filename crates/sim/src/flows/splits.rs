//! Connections that proxies split: when each part starts, and what passes from one to the next.

use skyseam_base::{FlowId, SimTime};
use skyseam_endpoint::proxy;
use skyseam_endpoint::transport::FlowSetup;
use skyseam_host as host;
use skyseam_host::parts;

use super::{EndpointPair, FlowState, Flows, State};
use crate::id::EndpointId;

impl Flows {
    /// Starts this part of a split connection: the first packet of the part before has arrived.
    fn open_next(&mut self, now: SimTime, number: FlowId) {
        let flow = &self.flows[number.index()];
        let s = &self.series[flow.series.index()];
        let part = flow.part as usize;
        let (from, to) = s.ends(part);
        let bytes = host::bytes_of(&s.application, &*s.transport);
        let transport = &s.proxies[part - 1].1.transport;
        let joins = part < s.proxies.len();
        let whole = flow.whole;
        let of_series = whole.0 - self.first[flow.series.index()];
        let opening = FlowSetup {
            flow: number,
            from,
            to,
            start: now,
            random: self.stream(s, of_series, part),
            shared: &self.shared,
        };
        let (sender, receiver) = match self.rests.get_mut(&whole) {
            Some(rest) => parts::open_further(opening, rest, transport, joins),
            None => host::open_part(opening, bytes, &**transport, joins),
        };
        self.set_open(number, EndpointPair::new(sender, receiver));
    }

    /// Whether the proxy behind the part `before`, to which a packet has come, opens the next part.
    fn is_asked(&self, before: FlowId) -> bool {
        let FlowState { series, part, state, .. } = &self.flows[before.index()];
        let (_, proxy) = &self.series[series.index()].proxies[*part as usize];
        match state {
            State::Open(pair) => !proxy.is_explicit || pair.receiver.unread() > 0,
            State::Waiting | State::Answering(..) | State::Closed(_) => true,
        }
    }

    /// Whether an endpoint's flow is not a part of a split connection, so that [`Flows::pass_on`]
    /// has nothing to do.
    #[inline]
    pub fn is_whole(&self, endpoint: EndpointId) -> bool {
        let flow = &self.flows[endpoint.flow().index()];
        flow.further.is_empty()
    }

    /// Called after an event at an endpoint. If that is one side of a proxy, relays bytes and
    /// returns the proxy's other side, which may now have something to send. A sender may also have
    /// finished, so that the next part can end.
    pub(crate) fn pass_on(
        &mut self,
        now: SimTime,
        endpoint: EndpointId,
    ) -> [Option<EndpointId>; 2] {
        let number = endpoint.flow();
        let flow = &self.flows[number.index()];
        let (before, next) = (flow.before(number), flow.next(number));
        let at_receiver = !endpoint.is_sender();
        let to_next = next.map(|next| (number, next, EndpointId::sender_of(next)));
        let to_before = before
            .filter(|_| !at_receiver)
            .map(|before| (before, number, EndpointId::receiver_of(before)));
        if let Some(next) = next
            && at_receiver
            && matches!(self.flows[next.index()].state, State::Waiting)
            && self.is_asked(number)
        {
            self.open_next(now, next);
        }
        let others = [to_before, to_next].map(|join| {
            let (before, next, other) = join?;
            self.join(now, before, next).then_some(other)
        });
        if before.is_none() && !at_receiver {
            self.complete(now, number);
        }
        others
    }

    /// Notifies the proxies that `whole`, whose client has sent something, opens no further
    /// connections, if that is known.
    fn complete(&mut self, now: SimTime, whole: FlowId) {
        let flow = &self.flows[whole.index()];
        let State::Open(pair) = &flow.state else { return };
        if pair.sender.report().acknowledged_at.is_none() {
            return;
        }
        let further = flow.further.start as usize..flow.further.end as usize;
        for flow in &mut self.flows[further] {
            if let State::Open(pair) = &mut flow.state
                && let Some(leaving) = pair.sender.relay()
            {
                leaving.complete(now);
            }
        }
    }

    /// Relays bytes and end of data from part `before` of a split connection to part `next`, if
    /// both are open.
    fn join(&mut self, now: SimTime, before: FlowId, next: FlowId) -> bool {
        let s = &self.series[self.flows[next.index()].series.index()];
        let proxy = &s.proxies[self.flows[before.index()].part as usize].1;
        let bidirectional = s.is_bidirectional();
        let Ok([upstream, downstream]) =
            self.flows.get_disjoint_mut([before.index(), next.index()])
        else {
            return false;
        };
        let (State::Open(upstream), State::Open(downstream)) =
            (&mut upstream.state, &mut downstream.state)
        else {
            return false;
        };
        let (from, to) = (&mut upstream.receiver, &mut downstream.sender);
        if bidirectional {
            proxy::relay(now, from, to, proxy);
            return true;
        }
        proxy::relay_bytes(now, from, to, proxy.buffer_bytes);
        proxy::relay_end(now, &upstream.sender, from, to);
        true
    }
}
