//! The keys of a proxy that splits a connection, and the configuration that they stand for.

use std::sync::Arc;

use skyseam_params::text_values::Name;
use skyseam_params::units;
use skyseam_params::values::quantity;
use skyseam_params::{Keys, Model, Problems, Value, parameters};

use super::carrier::Transport;
use crate::app::proxy::ProxyConfig;
use crate::config::TcpConfig;

quantity! {
    /// Room for data.
    Buffer(u64) reads units::bytes, prints units::print_bytes, SIZE,
    accepts |bytes| (1..=1 << 40).contains(&bytes),
    expected "a size from 1 B to 1024 GiB", such as "4 MiB"
}

parameters! {
    /// A proxy that splits a TCP connection (RFC 3135): it takes the data, acknowledges them, and
    /// sends them on over a connection of its own. What the next connection does not take closes
    /// the window of the one before.
    pub struct ProxyKeys {
        /// Terminal or node where it stands.
        node: Name,
        /// The connection from here on, both its ends. Default: the flow's transport.
        transport: Option<Model<dyn Transport>>,
        /// Bytes that it holds for the next connection: taken over, and not acknowledged there.
        buffer: Buffer = 4 << 20,
    }
}

impl ProxyKeys {
    /// The proxy on a connection over `of_flow`; `None` where its keys, which stand at `keys`, do
    /// not fit, which is noted.
    pub fn config(
        &self,
        of_flow: Option<&TcpConfig>,
        keys: &Keys,
        problems: &mut Problems<'_>,
    ) -> Option<ProxyConfig> {
        if let (Some(own), Some(at)) = (&self.transport, keys.value("transport"))
            && let Value::Table(entries) = &at.value
        {
            own.check_one_way("split_at", &Keys::new(entries, &at.place), problems);
        }
        let transport = match &self.transport {
            Some(own) if own.tcp().is_none() => {
                problems
                    .add(&keys.at("transport"), "a proxy sends TCP data on over TCP")
                    .expected("kind = \"tcp\"");
                None
            }
            Some(own) => own.tcp().cloned(),
            None => of_flow.cloned(),
        }?;
        if self.buffer < 2 * u64::from(transport.mss) {
            problems
                .add(&keys.at("buffer"), "the proxy's buffer does not hold two segments")
                .found(format!("buffer = {} B, mss = {} B", self.buffer, transport.mss))
                .expected("a buffer of at least two segments");
            return None;
        }
        Some(ProxyConfig { transport, buffer_bytes: self.buffer })
    }

    /// The keys that say this, every one.
    pub fn of(node: &str, proxy: &ProxyConfig) -> Self {
        let transport: Arc<dyn Transport> = Arc::new(proxy.transport.clone());
        Self {
            node: node.to_owned(),
            transport: Some(Model::new(transport)),
            buffer: proxy.buffer_bytes,
        }
    }
}
