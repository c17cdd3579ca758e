//! Random streams named by (seed, owner), so that adding one user of chance leaves all others
//! untouched.
//!
//! ChaCha8 keyed by the seed, its 64-bit stream number hashed from the owner's name (FNV-1a, fixed
//! here because golden results depend on it).

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};

/// A stream of random numbers that belongs to one owner.
#[derive(Debug)]
pub struct RandomStream(ChaCha8Rng);

impl RandomStream {
    /// The stream of `owner` under `seed`: the same two give the same numbers, anywhere.
    pub fn new(seed: u64, owner: &str) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut rng = ChaCha8Rng::from_seed(key);
        rng.set_stream(fnv1a(owner));
        Self(rng)
    }

    /// 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A uniform number in [0, 1) with 53 random bits.
    pub fn uniform(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }
}

/// The 64-bit FNV-1a hash of `text` (RFC 9923 Sec. 2).
fn fnv1a(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(fnv1a(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a("foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn owners_and_seeds_do_not_share_numbers() {
        let draw = |seed, owner| RandomStream::new(seed, owner).next_u64();
        assert_eq!(draw(1, "flow 1"), draw(1, "flow 1"));
        assert_ne!(draw(1, "flow 1"), draw(1, "flow 2"));
        assert_ne!(draw(1, "flow 1"), draw(2, "flow 1"));
    }

    #[test]
    fn uniform_numbers_fill_the_unit_interval() {
        let mut stream = RandomStream::new(7, "test");
        let draws: Vec<f64> = (0..10_000).map(|_| stream.uniform()).collect();
        let mean = draws.iter().sum::<f64>() / draws.len() as f64;
        assert!(draws.iter().all(|u| (0.0..1.0).contains(u)));
        assert!((mean - 0.5).abs() < 4.0 * (1.0f64 / 12.0 / 10_000.0).sqrt(), "mean {mean}");
    }
}
