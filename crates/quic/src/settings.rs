//! Conversion of a [`QuicConfig`] to the settings of quinn-proto, with every random draw named by
//! (seed, owner).
//!
//! Owns the mapping of keys, and the replacements of quinn-proto's defaults that use the system:
//! random numbers, connection IDs, wall time, tokens.

use std::sync::Arc;

use quinn_proto::{
    AckFrequencyConfig, ClientConfig, ConnectionId, ConnectionIdGenerator, EndpointConfig,
    IdleTimeout, MtuDiscoveryConfig, NoneTokenStore, ServerConfig, TransportConfig, VarInt,
};
use skyseam_base::{Duration, RandomStream};

use super::clock::{NoWallTime, std_duration};
use super::config::{QuicConfig, QuicHandshake};
use super::crypto::{NullKey, NullTls, Remembered};
use super::meter::{ControllerProbe, Controllers, ProbedFactory};

/// Length of every connection ID, bytes.
pub(super) const ID_LENGTH: usize = 8;

/// Maximum UDP payload of a datagram (RFC 9000 Sec. 18.2).
const LARGEST_PAYLOAD: u16 = 65_527;

/// Generator of connection IDs from a random stream.
struct Ids(RandomStream);

impl ConnectionIdGenerator for Ids {
    fn generate_cid(&mut self) -> ConnectionId {
        ConnectionId::new(&self.0.next_u64().to_be_bytes())
    }

    fn cid_len(&self) -> usize {
        ID_LENGTH
    }

    fn cid_lifetime(&self) -> Option<std::time::Duration> {
        None
    }
}

/// Seed of 32 bytes for a generator of quinn-proto.
fn seed_bytes(seed: u64, owner: &str) -> [u8; 32] {
    let mut stream = RandomStream::new(seed, owner);
    let mut bytes = [0; 32];
    for chunk in bytes.chunks_exact_mut(8) {
        chunk.copy_from_slice(&stream.next_u64().to_le_bytes());
    }
    bytes
}

/// Settings of a quinn-proto endpoint; `owner` names its random streams.
pub(super) fn endpoint(config: &QuicConfig, seed: u64, owner: &str) -> EndpointConfig {
    let mut settings = EndpointConfig::new(Arc::new(NullKey::FIRST));
    let (ids, rng) = (format!("{owner} connection IDs"), format!("{owner} quinn"));
    settings
        .cid_generator(move || Box::new(Ids(RandomStream::new(seed, &ids))))
        .rng_seed(Some(seed_bytes(seed, &rng)))
        .grease_quic_bit(false);
    let largest = config.largest_sent().max(1_472);
    settings.max_udp_payload_size(largest.min(LARGEST_PAYLOAD)).expect("between 1200 and 65527");
    settings
}

/// Settings of the client's side of a connection.
pub(super) fn client(
    config: &QuicConfig,
    seed: u64,
    owner: &str,
    transport: TransportConfig,
) -> ClientConfig {
    let mut settings = ClientConfig::new(tls(config));
    let first = RandomStream::new(seed, &format!("{owner} first ID")).next_u64();
    settings
        .transport_config(Arc::new(transport))
        .token_store(Arc::new(NoneTokenStore))
        .initial_dst_cid_provider(Arc::new(move || ConnectionId::new(&first.to_be_bytes())));
    settings
}

/// Settings of the server's side of a connection.
pub(super) fn server(config: &QuicConfig, transport: TransportConfig) -> ServerConfig {
    let mut settings = ServerConfig::new(tls(config), Arc::new(NullKey::FIRST));
    settings.validation_token.sent(0);
    settings
        .transport_config(Arc::new(transport))
        .time_source(Arc::new(NoWallTime))
        .migration(false);
    settings
}

fn tls(config: &QuicConfig) -> Arc<NullTls> {
    let is_early = config.handshake == QuicHandshake::ZeroRtt;
    let remembered = is_early.then_some(Remembered { window: config.receive_window });
    Arc::new(NullTls { server_flight: config.flight() as usize, remembered })
}

/// Settings of a path for both endpoints; `meter` records the inputs of the congestion controller.
pub(super) fn transport(
    config: &QuicConfig,
    controllers: Controllers,
    meter: &ControllerProbe,
) -> TransportConfig {
    let mut settings = TransportConfig::default();
    let window = var_int(config.receive_window);
    let watch = ProbedFactory { factory: controllers, meter: meter.clone() };
    settings
        .stream_receive_window(window)
        .receive_window(window)
        // Room for what was sent and is not acknowledged, and for what waits to be.
        .send_window(config.receive_window.saturating_mul(2).saturating_add(1 << 20))
        .initial_mtu(config.initial_mtu)
        .mtu_discovery_config(config.discovery().map(|largest| {
            let mut discovery = MtuDiscoveryConfig::default();
            discovery.upper_bound(largest);
            discovery
        }))
        .max_idle_timeout(config.max_idle_timeout.and_then(idle_timeout))
        .initial_rtt(std_duration(config.initial_rtt))
        .crypto_buffer_size((2 * config.flight() as usize).max(16 * 1024))
        .datagram_receive_buffer_size(None)
        .enable_segmentation_offload(false)
        .congestion_controller_factory(Arc::new(watch))
        .ack_frequency_config(ack_frequency(config));
    settings
}

fn ack_frequency(config: &QuicConfig) -> Option<AckFrequencyConfig> {
    if config.ack_eliciting_threshold.is_none() && config.max_ack_delay.is_none() {
        return None;
    }
    let mut wanted = AckFrequencyConfig::default();
    // The threshold counts packets that may wait: one less than those an ACK answers.
    wanted.ack_eliciting_threshold(VarInt::from_u32(
        config.ack_eliciting_threshold.map_or(1, |n| n.max(1) - 1),
    ));
    wanted.max_ack_delay(config.max_ack_delay.map(std_duration));
    Some(wanted)
}

fn idle_timeout(length: Duration) -> Option<IdleTimeout> {
    IdleTimeout::try_from(std_duration(length)).ok()
}

fn var_int(value: u64) -> VarInt {
    VarInt::from_u64(value).unwrap_or(VarInt::MAX)
}
