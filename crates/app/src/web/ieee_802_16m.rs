//! Pages of the HTTP model of IEEE 802.16m's evaluation methodology, which 3GPP2 and NGMN share.
//!
//! The model describes the web of 2000 to 2008: a main object, and some 5.6 embedded ones that are
//! all requested once it is parsed.

use skyseam_base::{Duration, RandomStream, math};
use skyseam_params::parameters;
use skyseam_params::values::Whole;

use super::page::{Object, Page};
use super::page_model::PageModel;

/// A log-normal size in bytes: mu and sigma of its logarithm, and the limits outside which it is
/// redrawn.
struct Size {
    mu: f64,
    sigma: f64,
    least: f64,
    most: f64,
}

/// Size of the main object: mean 10,710 B, standard deviation 25,032 B.
const MAIN: Size = Size { mu: 8.37, sigma: 1.37, least: 100.0, most: 2e6 };
/// Size of an embedded object: mean 7,758 B, standard deviation 126,168 B.
const EMBEDDED: Size = Size { mu: 6.17, sigma: 2.36, least: 50.0, most: 2e6 };
/// Number of embedded objects: Pareto, cut at its maximum, minus the minimum; mean 5.64.
const COUNT: (f64, f64, f64) = (1.1, 2.0, 55.0);
/// Mean of the exponentially distributed time of parsing the main object, s.
const PARSING_S: f64 = 0.13;

parameters! {
    /// A page of a main object and embedded ones, as the web was from 2000 to 2008.
    pub struct Ieee80216m "ieee-802.16m"
    from "IEEE 802.16m-08/004, Evaluation Methodology Document, HTTP traffic model" {
        /// Seed of the page of every visit, as `skyseam page generate` writes it. Default: each
        /// visit draws a page of its own from the flow's random numbers.
        seed: Option<Whole<0, { i64::MAX }>> = None,
    }
}

impl Size {
    fn draw(&self, random: &mut RandomStream) -> u64 {
        loop {
            let size = math::exp(self.mu + self.sigma * random.normal()).round();
            if (self.least..=self.most).contains(&size) {
                return size as u64;
            }
        }
    }
}

impl PageModel for Ieee80216m {
    fn draw(&self, random: &mut RandomStream) -> Page {
        let (alpha, smallest, largest) = COUNT;
        let pareto = smallest * math::powf(1.0 - random.uniform(), -1.0 / alpha);
        let count = pareto.min(largest).round() - smallest;
        let parsing_s = -PARSING_S * math::ln_1p(-random.uniform());
        let object = |name: String, size, is_main: bool| Object {
            name,
            host: 0,
            size,
            after: if is_main { Vec::new() } else { vec![0] },
            at: 1.0,
            // A page file has milliseconds.
            parse: Duration::from_millis(if is_main {
                (parsing_s * 1e3).round() as u64
            } else {
                0
            }),
            above_fold: is_main,
            cached: false,
        };
        let mut objects = vec![object("main".to_owned(), MAIN.draw(random), true)];
        for number in 1..=count as u64 {
            objects.push(object(format!("object-{number}"), EMBEDDED.draw(random), false));
        }
        Page { objects }
    }

    fn seed(&self) -> Option<u64> {
        self.seed.and_then(|seed| u64::try_from(seed).ok())
    }

    fn source(&self) -> &'static str {
        "HTTP traffic model of IEEE 802.16m's Evaluation Methodology Document (IEEE 802.16m-08/004)"
    }
}

#[cfg(test)]
mod tests {
    use super::super::page_model::page_of_seed;
    use super::*;

    /// Goal: pages are distributed as published. Method: the means of 20,000 pages compared with
    /// those of the document's table; sizes within four standard errors (embedded sizes have a
    /// heavy tail, which the limit truncates, so that their mean is that of the truncated
    /// distribution), and the number of objects, which is rounded here, within a tenth.
    #[test]
    fn pages_have_the_means_of_the_document() {
        let pages: Vec<Page> =
            (0..20_000).map(|seed| page_of_seed(&Ieee80216m::default(), seed)).collect();
        let mean = |values: &mut dyn Iterator<Item = f64>| {
            let (count, sum) = values.fold((0.0, 0.0), |(n, sum), value| (n + 1.0, sum + value));
            (sum / count, count)
        };
        let main = |page: &Page| page.objects[0].size as f64;
        let (size, count) = mean(&mut pages.iter().map(main));
        assert!((size - 10_710.0).abs() < 4.0 * 25_032.0 / f64::sqrt(count), "{size} B");
        let embedded = pages.iter().flat_map(|page| &page.objects[1..]);
        let (size, count) = mean(&mut embedded.map(|object| object.size as f64));
        assert!((size - 7_758.0).abs() < 4.0 * 126_168.0 / f64::sqrt(count), "{size} B");
        let (number, _) = mean(&mut pages.iter().map(|page| page.objects.len() as f64 - 1.0));
        assert!((number / 5.64 - 1.0).abs() < 0.1, "{number} embedded objects");
        let (parsing, count) =
            mean(&mut pages.iter().map(|page| page.objects[0].parse.as_secs_f64()));
        assert!((parsing - 0.13).abs() < 4.0 * 0.13 / f64::sqrt(count), "{parsing} s");
        assert!(pages.iter().all(|page| page.objects.len() <= 54));
    }
}
