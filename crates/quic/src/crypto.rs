//! The security layer of QUIC without its cryptography: TLS 1.3's flights, and null keys.
//!
//! Owns the messages of a handshake, their lengths, and the tag of 16 bytes of every packet, as
//! under AES-GCM (RFC 9001 Sec. 5.3). Does not own the protocol around them: that is quinn-proto's.
//! Messages have fixed lengths, with padded transport parameters, so that random draws of a
//! connection do not affect its timing.

use std::any::Any;
use std::sync::Arc;

use bytes::BytesMut;
use quinn_proto::crypto::{
    AeadKey, ClientConfig, CryptoError, ExportKeyingMaterialError, HandshakeTokenKey, HeaderKey,
    HmacKey, KeyPair, Keys, PacketKey, ServerConfig, Session, UnsupportedVersion,
};
use quinn_proto::transport_parameters::TransportParameters;
use quinn_proto::{ConnectError, ConnectionId, Side, TransportError, TransportErrorCode};

/// ClientHello with its extensions, bytes (one classical key share).
const CLIENT_HELLO: usize = 320;
/// Additional bytes for resumption with early data (RFC 8446 Sec. 4.2): modes of key exchange 6,
/// `pre_shared_key` with a ticket of 192 bytes 239, `early_data` 4.
const RESUMPTION: usize = 249;
/// ServerHello, bytes, and its selection of a key of a resumed connection.
const SERVER_HELLO: usize = 90;
const PICKED_KEY: usize = 6;
/// Finished of SHA-256: 4 bytes of header, 32 of verification (RFC 8446 Sec. 4.4.4).
const FINISHED: usize = 36;
/// Minimum flight of a server, bytes, which holds its transport parameters.
pub const MIN_SERVER_FLIGHT: u32 = 300;
/// Authentication tag of a packet (RFC 9001 Sec. 5.3).
const TAG: usize = 16;
/// Usage limit of a key of a real cipher; never reached here.
const KEY_LIMIT: u64 = 1 << 62;

/// Null key, which changes no byte. Its tag holds the packet's number, of which the header has only
/// the low bits: as with a real cipher, whose nonce it is (RFC 9001 Sec. 5.3), a packet so late
/// that its number is guessed wrong is rejected. The tag also holds the generation of the key (RFC
/// 9001 Sec. 6): a packet under a retired key is not accepted under the next one.
#[derive(Clone, Copy, Debug)]
pub(super) struct NullKey {
    /// Generation of the key, counted from 0 by key updates.
    generation: u32,
}

impl NullKey {
    /// Initial key of an endpoint.
    pub(super) const FIRST: Self = Self { generation: 0 };

    fn tag(self, packet: u64) -> [u8; TAG] {
        let mut tag = [0; TAG];
        tag[..8].copy_from_slice(&packet.to_be_bytes());
        tag[8..12].copy_from_slice(&self.generation.to_be_bytes());
        tag
    }
}

impl HeaderKey for NullKey {
    fn decrypt(&self, _: usize, _: &mut [u8]) {}

    fn encrypt(&self, _: usize, _: &mut [u8]) {}

    fn sample_size(&self) -> usize {
        16
    }
}

impl PacketKey for NullKey {
    fn encrypt(&self, packet: u64, buf: &mut [u8], _: usize) {
        let start = buf.len() - TAG;
        buf[start..].copy_from_slice(&self.tag(packet));
    }

    fn decrypt(&self, packet: u64, _: &[u8], payload: &mut BytesMut) -> Result<(), CryptoError> {
        let length = payload.len().checked_sub(TAG).ok_or(CryptoError)?;
        if payload[length..] != self.tag(packet) {
            return Err(CryptoError);
        }
        payload.truncate(length);
        Ok(())
    }

    fn tag_len(&self) -> usize {
        TAG
    }

    fn confidentiality_limit(&self) -> u64 {
        KEY_LIMIT
    }

    fn integrity_limit(&self) -> u64 {
        KEY_LIMIT
    }
}

impl HmacKey for NullKey {
    /// Creates a reset token that no packet ends with: its last bytes are not zero as a tag's are.
    fn sign(&self, data: &[u8], signature: &mut [u8]) {
        for (i, byte) in signature.iter_mut().enumerate() {
            *byte = !data.get(i).copied().unwrap_or(i as u8);
        }
    }

    fn signature_len(&self) -> usize {
        TAG
    }

    fn verify(&self, data: &[u8], signature: &[u8]) -> Result<(), CryptoError> {
        let mut expected = [0; TAG];
        self.sign(data, &mut expected);
        if signature == expected { Ok(()) } else { Err(CryptoError) }
    }
}

impl HandshakeTokenKey for NullKey {
    fn aead_from_hkdf(&self, _: &[u8]) -> Box<dyn AeadKey> {
        Box::new(*self)
    }
}

impl AeadKey for NullKey {
    fn seal(&self, _: &mut Vec<u8>, _: &[u8]) -> Result<(), CryptoError> {
        Ok(())
    }

    /// Rejects every token, since none is ever issued.
    fn open<'a>(&self, _: &'a mut [u8], _: &[u8]) -> Result<&'a mut [u8], CryptoError> {
        Err(CryptoError)
    }
}

fn keys() -> Keys {
    Keys {
        header: KeyPair { local: Box::new(NullKey::FIRST), remote: Box::new(NullKey::FIRST) },
        packet: KeyPair { local: Box::new(NullKey::FIRST), remote: Box::new(NullKey::FIRST) },
    }
}

/// Handshake configuration of both endpoints.
#[derive(Clone, Copy, Debug)]
pub(super) struct NullTls {
    /// Messages of the server after its hello, bytes.
    pub server_flight: usize,
    /// Encoded transport parameters of the server as the client remembers them, if the client sends
    /// data with its hello.
    pub remembered: Option<Remembered>,
}

/// Transport parameters that a client keeps with a ticket (RFC 9000 Sec. 7.4.1): limits of its data
/// before the server has answered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Remembered {
    /// Flow-control limit of the connection and of each stream, bytes.
    pub window: u64,
}

impl Remembered {
    /// Number of streams of each kind that quinn-proto allows.
    const STREAMS: u64 = 100;

    fn parameters(self) -> TransportParameters {
        // initial_max_data, three initial_max_stream_data, two initial_max_streams (RFC 9000
        // Sec. 18.2).
        let limits = (4..=7).map(|id| (id, self.window));
        let streams = (8..=9).map(|id| (id, Self::STREAMS));
        let mut encoded = Vec::new();
        for (id, value) in limits.chain(streams) {
            let number = number(value);
            encoded.extend([id, number.len() as u8]);
            encoded.extend(number);
        }
        let read = TransportParameters::read(Side::Client, &mut encoded.as_slice());
        read.expect("parameters of known form")
    }
}

/// Encodes a variable-length integer, as short as possible (RFC 9000 Sec. 16).
fn number(value: u64) -> Vec<u8> {
    let [length, mark] = match value {
        0..0x40 => [1, 0],
        0x40..0x4000 => [2, 1],
        0x4000..0x4000_0000 => [4, 2],
        _ => [8, 3],
    };
    let mut bytes = value.min((1 << 62) - 1).to_be_bytes()[8 - length as usize..].to_vec();
    bytes[0] |= mark << 6;
    bytes
}

impl ClientConfig for NullTls {
    fn start_session(
        self: Arc<Self>,
        _: u32,
        _: &str,
        params: &TransportParameters,
    ) -> Result<Box<dyn Session>, ConnectError> {
        Ok(Box::new(NullSession::new(Side::Client, *self, params)))
    }
}

impl ServerConfig for NullTls {
    fn initial_keys(&self, _: u32, _: &ConnectionId) -> Result<Keys, UnsupportedVersion> {
        Ok(keys())
    }

    fn retry_tag(&self, _: u32, _: &ConnectionId, _: &[u8]) -> [u8; 16] {
        [0; 16]
    }

    fn start_session(self: Arc<Self>, _: u32, params: &TransportParameters) -> Box<dyn Session> {
        Box::new(NullSession::new(Side::Server, *self, params))
    }
}

/// Next step of an endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// The client sends its hello.
    SendClientHello,
    /// The server waits for the client's hello.
    AwaitClientHello,
    /// The server sends its hello.
    SendServerHello,
    /// The client waits for the server's hello.
    AwaitServerHello,
    /// The client takes the keys from the server's hello.
    TakeHandshakeKeys,
    /// The server sends extensions, certificates and finished.
    SendServerFlight,
    /// The client waits for the server's flight.
    AwaitServerFlight,
    /// The client sends its Finished.
    SendFinished,
    /// The server waits for the client's Finished.
    AwaitFinished,
    /// The handshake is complete.
    Done,
}

/// Handshake state of one endpoint.
struct NullSession {
    side: Side,
    tls: NullTls,
    /// Transport parameters of this endpoint, preceded by their length.
    parameters: Vec<u8>,
    step: Step,
    /// Bytes of the awaited message received so far.
    received: Vec<u8>,
    peer_parameters: Option<TransportParameters>,
    /// Generation of the last keys given out.
    generation: u32,
}

impl NullSession {
    fn new(side: Side, tls: NullTls, params: &TransportParameters) -> Self {
        let mut encoded = Vec::new();
        params.write(&mut encoded);
        let mut parameters = (encoded.len() as u16).to_be_bytes().to_vec();
        parameters.append(&mut encoded);
        let step = match side {
            Side::Client => Step::SendClientHello,
            Side::Server => Step::AwaitClientHello,
        };
        Self {
            side,
            tls,
            parameters,
            step,
            received: Vec::new(),
            peer_parameters: tls
                .remembered
                .filter(|_| side.is_client())
                .map(Remembered::parameters),
            generation: 0,
        }
    }

    fn client_hello(&self) -> usize {
        CLIENT_HELLO + self.tls.remembered.map_or(0, |_| RESUMPTION)
    }

    fn server_hello(&self) -> usize {
        SERVER_HELLO + self.tls.remembered.map_or(0, |_| PICKED_KEY)
    }

    /// Writes a message of `length` bytes that begins with `content`.
    fn write(buf: &mut Vec<u8>, content: &[u8], length: usize) {
        let end = buf.len() + length.max(content.len());
        buf.extend_from_slice(content);
        buf.resize(end, 0);
    }

    /// Length of the awaited message.
    fn awaited(&self) -> Option<usize> {
        match self.step {
            Step::AwaitClientHello => Some(self.client_hello()),
            Step::AwaitServerHello => Some(self.server_hello()),
            Step::AwaitServerFlight => Some(self.tls.server_flight),
            Step::AwaitFinished => Some(FINISHED),
            _ => None,
        }
    }

    /// Takes the peer's transport parameters from the message received.
    fn read_parameters(&mut self) -> Result<(), TransportError> {
        let length = usize::from(u16::from_be_bytes([self.received[0], self.received[1]]));
        let Some(mut encoded) = self.received.get(2..2 + length) else {
            return Err(violation("transport parameters are cut short"));
        };
        let read = TransportParameters::read(self.side, &mut encoded);
        self.peer_parameters = Some(read?);
        Ok(())
    }
}

fn violation(reason: &str) -> TransportError {
    let code = TransportErrorCode::PROTOCOL_VIOLATION;
    TransportError { code, frame: None, reason: reason.to_owned() }
}

impl Session for NullSession {
    fn initial_keys(&self, _: &ConnectionId, _: Side) -> Keys {
        keys()
    }

    fn handshake_data(&self) -> Option<Box<dyn Any>> {
        self.peer_parameters.is_some().then(|| Box::new(()) as Box<dyn Any>)
    }

    fn peer_identity(&self) -> Option<Box<dyn Any>> {
        None
    }

    fn early_crypto(&self) -> Option<(Box<dyn HeaderKey>, Box<dyn PacketKey>)> {
        self.tls.remembered?;
        Some((Box::new(NullKey::FIRST), Box::new(NullKey::FIRST)))
    }

    fn early_data_accepted(&self) -> Option<bool> {
        Some(self.tls.remembered.is_some())
    }

    fn is_handshaking(&self) -> bool {
        self.step != Step::Done
    }

    fn read_handshake(&mut self, bytes: &[u8]) -> Result<bool, TransportError> {
        let Some(length) = self.awaited() else {
            return Err(violation("a message that nobody waits for"));
        };
        self.received.extend_from_slice(bytes);
        if self.received.len() < length {
            return Ok(false);
        }
        if self.received.len() > length {
            return Err(violation("a message that is too long"));
        }
        self.step = match self.step {
            Step::AwaitClientHello => Step::SendServerHello,
            Step::AwaitServerHello => Step::TakeHandshakeKeys,
            Step::AwaitServerFlight => Step::SendFinished,
            _ => Step::Done,
        };
        let has_parameters = matches!(self.step, Step::SendServerHello | Step::SendFinished);
        if has_parameters {
            self.read_parameters()?;
        }
        self.received.clear();
        Ok(has_parameters)
    }

    fn transport_parameters(&self) -> Result<Option<TransportParameters>, TransportError> {
        Ok(self.peer_parameters)
    }

    fn write_handshake(&mut self, buf: &mut Vec<u8>) -> Option<Keys> {
        let (next, gives_keys) = match self.step {
            Step::SendClientHello => {
                Self::write(buf, &self.parameters, self.client_hello());
                (Step::AwaitServerHello, false)
            }
            Step::SendServerHello => {
                Self::write(buf, &[], self.server_hello());
                (Step::SendServerFlight, true)
            }
            Step::TakeHandshakeKeys => (Step::AwaitServerFlight, true),
            Step::SendServerFlight => {
                Self::write(buf, &self.parameters, self.tls.server_flight);
                (Step::AwaitFinished, true)
            }
            Step::SendFinished => {
                Self::write(buf, &[], FINISHED);
                (Step::Done, true)
            }
            _ => return None,
        };
        self.step = next;
        gives_keys.then(keys)
    }

    fn next_1rtt_keys(&mut self) -> Option<KeyPair<Box<dyn PacketKey>>> {
        self.generation += 1;
        let key = NullKey { generation: self.generation };
        Some(KeyPair { local: Box::new(key), remote: Box::new(key) })
    }

    fn is_valid_retry(&self, _: &ConnectionId, _: &[u8], _: &[u8]) -> bool {
        false
    }

    fn export_keying_material(
        &self,
        output: &mut [u8],
        _: &[u8],
        _: &[u8],
    ) -> Result<(), ExportKeyingMaterialError> {
        output.fill(0);
        Ok(())
    }
}
