//! Models from which pages are drawn, and the pages of a flow's visits.
//!
//! A model is one file here (its parameters with their source, and the drawing of a page) and its
//! line in the registry below. Owns the random numbers of a page: those of the key `seed` if the
//! model has one, otherwise the flow's own, a part for each visit.

use std::sync::Arc;

use skyseam_base::RandomStream;
use skyseam_params::{Parameters, registry};

use super::ieee_802_16m::Ieee80216m;
use super::page::{Content, Page, PageName};

/// A model from which pages are drawn.
pub trait PageModel: Parameters {
    /// Draws the next page.
    fn draw(&self, random: &mut RandomStream) -> Page;

    /// Seed from which all visits of all flows draw the same page; `None` if each visit draws one
    /// of its own.
    fn seed(&self) -> Option<u64> {
        None
    }

    /// Source of its values.
    fn source(&self) -> &'static str;
}

registry! {
    /// A model from which web pages are drawn.
    dyn PageModel "PageModel" is "a model of pages" at "flows.application.page.kind" {
        Ieee80216m,
    }
    pub fn built_in;
    pub fn member;
}

/// The page of a model under a seed, as `seed` in a scenario gives.
pub fn page_of_seed(model: &dyn PageModel, seed: u64) -> Page {
    model.draw(&mut RandomStream::new(seed, "page"))
}

/// The pages of a flow's visits, as known to both of its endpoints.
#[derive(Debug)]
pub(super) struct Pages {
    content: Content,
    random: RandomStream,
    /// Last requested visit and its page.
    last: Option<(u32, Arc<Page>)>,
}

impl Pages {
    pub fn new(name: &PageName, random: RandomStream) -> Self {
        Self { content: name.content.clone(), random, last: None }
    }

    /// The page of a visit, counted from 0.
    pub(crate) fn of_visit(&mut self, visit: u32) -> Arc<Page> {
        let model = match &self.content {
            Content::Fixed(page) => return page.clone(),
            Content::Drawn(model) => model,
        };
        let known = self.last.as_ref().filter(|(last, _)| *last == visit || model.seed().is_some());
        if let Some((_, page)) = known {
            return page.clone();
        }
        let page = Arc::new(match model.seed() {
            Some(seed) => page_of_seed(&**model, seed),
            None => model.draw(&mut self.random.part(u64::from(visit))),
        });
        self.last = Some((visit, page.clone()));
        page
    }
}
