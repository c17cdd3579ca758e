//! A file of a web page, whose format is the application's own.

use std::sync::Arc;

use skyseam_host::app::web::page::Page;

use super::Files;
use crate::document::At;
use crate::error::{Problem, Problems};
use crate::sky_values::FileName;

/// The page of the file called `name`; `None` when something is wrong with it, which is noted.
pub(crate) fn read(
    name: &At<FileName>,
    files: &Files,
    problems: &mut Problems<'_>,
) -> Option<Arc<Page>> {
    let text = files.text(name, problems)?;
    let mut own = Problems::new(text);
    let page = Page::read(text, &mut own);
    if let Some(page) = page.filter(|_| own.is_empty()) {
        return Some(Arc::new(page));
    }
    for found in own.into_errors(&name.0).problems {
        let problem = problems.add(&name.place, "");
        let path = name.place.path.clone();
        *problem = Problem { file: Some(name.0.clone()), path, ..found };
    }
    None
}
