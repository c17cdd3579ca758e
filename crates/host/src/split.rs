//! The keys of a proxy that splits a connection, and the resulting configuration.

use skyseam_endpoint::proxy::ProxyConfig;
use skyseam_endpoint::transport::Transport;
use skyseam_params::text_values::Name;
use skyseam_params::units;
use skyseam_params::values::{Flag, quantity};
use skyseam_params::{Keys, Model, Problems, Value, parameters};

use crate::connection::unbuffered;

quantity! {
    /// Size of a buffer.
    Buffer(u64) in units::SIZE,
    accepts |bytes| (1..=1 << 40).contains(&bytes),
    expected "a size from 1 B to 1024 GiB", such as "4 MiB"
}

parameters! {
    /// A proxy that splits a connection (RFC 3135): it receives the data, acknowledges them, and
    /// sends them over a connection of its own, of TCP or STP, in both directions if both endpoints
    /// send. Data that the next connection does not accept close the window of the previous one.
    pub struct ProxyKeys {
        /// Terminal or node of the proxy.
        node: Name,
        /// Transport of both endpoints of the connection from here on. Default: the flow's
        /// transport, whose TLS is between the endpoints of the flow.
        transport: Option<Model<dyn Transport>>,
        /// Buffer for the next connection, in each direction: bytes received, and not acknowledged
        /// there.
        buffer: Buffer = 4 << 20,
        /// Whether the client addresses it (an explicit proxy): it opens the next connection once
        /// it has data for it. Otherwise it is transparent, and does so with the first packet.
        explicit: Flag = false,
    }
}

/// Content of a split connection.
#[derive(Clone, Copy, Debug)]
pub struct SplitFlow<'a> {
    /// Name of the application.
    pub kind: &'a str,
    /// Whether both of its endpoints send.
    pub bidirectional: bool,
    /// Whether it opens connections during the run.
    pub sessions: bool,
}

impl SplitFlow<'_> {
    /// Message and advice for a part that is not TCP's if all must be.
    pub(super) fn only_tcp(&self, name: &str) -> (String, &'static str) {
        let kind = self.kind;
        let what = format!(
            "each connection of kind = \"{kind}\" is split by itself, over TCP, not over \"{name}\""
        );
        (what, "choose kind = \"tcp\", or an application over one connection, such as \"download\"")
    }
}

impl ProxyKeys {
    /// The proxy on a connection over `of_flow` with its content; reports a problem and returns
    /// `None` if its keys, at `keys`, do not fit.
    pub fn config(
        &self,
        of_flow: Option<&Model<dyn Transport>>,
        carried: SplitFlow<'_>,
        keys: &Keys,
        problems: &mut Problems<'_>,
    ) -> Option<ProxyConfig> {
        let mut is_buffered = !carried.bidirectional;
        if let (Some(own), Some(at)) = (&self.transport, keys.value("transport"))
            && matches!(&at.value, Value::Table(_))
        {
            let own_keys = Keys::new(at);
            is_buffered |= own_keys.has("send_buffer");
            if carried.bidirectional {
                own.check_two_way(carried.kind, &own_keys, problems);
                check_tls(&own_keys, problems);
            } else {
                own.check_one_way("split_at", &own_keys, problems);
            }
        }
        let transport = match &self.transport {
            Some(own) if !own.is_relayed() => {
                problems
                    .add(&keys.at("transport"), "a proxy forwards over TCP or STP")
                    .found(format!("kind = \"{}\"", own.name()))
                    .expected("kind = \"tcp\" or kind = \"stp\"");
                None
            }
            Some(own) if carried.sessions && !own.is_relayed_in_sessions() => {
                let (what, help) = carried.only_tcp(own.name());
                problems.add(&keys.at("transport"), what).help(help);
                None
            }
            Some(own) if is_buffered => Some(own.clone()),
            Some(own) => Some(unbuffered(own.clone())),
            None => {
                of_flow.map(|own| own.without_tls().map_or_else(|| own.clone(), |(_, plain)| plain))
            }
        }?;
        let (name, segment) = transport.unit();
        if self.buffer < 2 * u64::from(segment) {
            problems
                .add(&keys.at("buffer"), "the proxy's buffer does not hold two segments")
                .found(format!("buffer = {} B, {name} = {segment} B", self.buffer))
                .expected("a buffer of at least two segments");
            return None;
        }
        let (buffer_bytes, is_explicit) = (self.buffer, self.explicit);
        Some(ProxyConfig { transport, buffer_bytes, is_explicit })
    }

    /// The complete keys of this proxy.
    pub fn of(node: &str, proxy: &ProxyConfig) -> Self {
        Self {
            node: node.to_owned(),
            transport: Some(proxy.transport.clone()),
            buffer: proxy.buffer_bytes,
            explicit: proxy.is_explicit,
        }
    }
}

/// Reports TLS of a proxy's own, which would have to decrypt the endpoints' data.
fn check_tls(keys: &Keys, problems: &mut Problems<'_>) {
    if keys.has("tls") {
        problems
            .add(&keys.at("tls"), "TLS is between the endpoints of a flow, and a proxy forwards it")
            .found("tls in the transport of a proxy")
            .expected("`tls` in the `transport` of the flow")
            .help("remove it here: TLS records cross every part of the connection");
    }
}
