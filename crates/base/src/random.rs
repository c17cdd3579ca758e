//! Random streams named by (seed, owner): adding a consumer of random numbers does not change the
//! numbers of the others.
//!
//! ChaCha8 keyed by the seed; the 64-bit stream number is the FNV-1a hash of the owner's name,
//! fixed here because golden results depend on it.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use rand_distr::{Distribution, StandardNormal};

/// A stream of random numbers that belongs to one owner.
#[derive(Debug)]
pub struct RandomStream(ChaCha8Rng);

/// Identity of a stream that need not be drawn from: smaller than the stream, and copyable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamId {
    key: [u8; 32],
    stream: u64,
}

impl StreamId {
    /// A stream under seed zero that no scenario has.
    pub const NONE: Self = Self { key: [0; 32], stream: 0 };

    /// The stream from its beginning.
    pub fn stream(&self) -> RandomStream {
        let mut rng = ChaCha8Rng::from_seed(self.key);
        rng.set_stream(self.stream);
        RandomStream(rng)
    }
}

impl RandomStream {
    /// The stream of `owner` under `seed`. Equal arguments give equal numbers on every machine.
    pub fn new(seed: u64, owner: &str) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut rng = ChaCha8Rng::from_seed(key);
        rng.set_stream(fnv1a(owner));
        Self(rng)
    }

    /// The stream of another owner under the same seed.
    pub fn of_owner(&self, owner: &str) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&self.0.get_seed()[..8]);
        let mut rng = ChaCha8Rng::from_seed(key);
        rng.set_stream(fnv1a(owner));
        Self(rng)
    }

    /// 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Part `part` of this stream: an independent stream that does not depend on draws from other
    /// parts. For randomness that must not depend on which time intervals were evaluated.
    pub fn part(&self, part: u64) -> Self {
        let mut key = self.0.get_seed();
        // The whole stream has zeros in these bytes; the 1 below tells every part from it.
        key[8..16].copy_from_slice(&part.to_le_bytes());
        key[16] = 1;
        let mut rng = ChaCha8Rng::from_seed(key);
        rng.set_stream(self.0.get_stream());
        Self(rng)
    }

    /// An independent stream that does not depend on draws from this one, for another model that
    /// this stream's owner holds.
    pub fn beside(&self) -> StreamId {
        let mut key = self.0.get_seed();
        // Streams and their parts have a zero in this byte.
        key[17] = 1;
        StreamId { key, stream: self.0.get_stream() }
    }

    /// A number from the standard normal distribution (ziggurat, as in the crate `rand_distr`).
    /// Takes one 64-bit draw in 98 of 100 cases, otherwise more.
    pub fn normal(&mut self) -> f64 {
        StandardNormal.sample(&mut self.0)
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
    use crate::math;

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
        let flow = RandomStream::new(2, "flow 1").part(3);
        assert_eq!(flow.of_owner("flow 2").next_u64(), draw(2, "flow 2"));
    }

    #[test]
    fn a_stream_beside_another_is_its_own() {
        let mut stream = RandomStream::new(7, "flow 1").part(3);
        let beside = stream.beside();
        let first = stream.next_u64();
        assert_eq!(stream.beside(), beside, "whatever was drawn before");
        assert_eq!(beside.stream().next_u64(), beside.stream().next_u64());
        let others = [RandomStream::new(7, "flow 2").part(3), RandomStream::new(7, "flow 1")];
        for mut other in others {
            assert_ne!(other.beside(), beside);
            assert_ne!(other.next_u64(), beside.stream().next_u64());
        }
        assert_ne!(first, beside.stream().next_u64());
    }

    #[test]
    fn uniform_numbers_fill_the_unit_interval() {
        let mut stream = RandomStream::new(7, "test");
        let draws: Vec<f64> = (0..10_000).map(|_| stream.uniform()).collect();
        let mean = draws.iter().sum::<f64>() / draws.len() as f64;
        assert!(draws.iter().all(|u| (0.0..1.0).contains(u)));
        assert!((mean - 0.5).abs() < 4.0 * (1.0f64 / 12.0 / 10_000.0).sqrt(), "mean {mean}");
    }

    /// Goal: normal numbers are normal. Method: the first four moments of 100,000 and the share
    /// beyond two, each to four standard errors.
    #[test]
    fn normal_numbers_have_the_moments_of_their_law() {
        let mut stream = RandomStream::new(7, "test");
        let draws: Vec<f64> = (0..100_000).map(|_| stream.normal()).collect();
        let mean = |of: &dyn Fn(f64) -> f64| draws.iter().map(|z| of(*z)).sum::<f64>() / 1e5;
        // Standard error of the mean of z^k: sqrt((E z^2k - (E z^k)^2) / n).
        for (power, moment, variance) in
            [(1, 0.0, 1.0), (2, 1.0, 2.0), (3, 0.0, 15.0), (4, 3.0, 96.0f64)]
        {
            let found = mean(&|z| math::powi(z, power));
            let error = (variance / 1e5).sqrt();
            assert!((found - moment).abs() < 4.0 * error, "moment {power}: {found}");
        }
        let beyond = mean(&|z| f64::from(u8::from(z.abs() > 2.0)));
        assert!((beyond - 0.0455).abs() < 4.0 * (0.0455 * 0.9545 / 1e5f64).sqrt(), "{beyond}");
    }

    #[test]
    fn parts_are_streams_of_their_own() {
        let mut whole = RandomStream::new(1, "flow 1");
        let of = |whole: &RandomStream, part| whole.part(part).next_u64();
        let before = [0, 1, 2].map(|part| of(&whole, part));
        let drawn = whole.next_u64();
        assert_eq!(before, [0, 1, 2].map(|part| of(&whole, part)));
        assert!(!before.contains(&drawn) && before[0] != before[1] && before[1] != before[2]);
        assert_ne!(before[0], RandomStream::new(1, "flow 2").part(0).next_u64());
    }
}
