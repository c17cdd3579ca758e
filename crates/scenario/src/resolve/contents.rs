//! The files that applications name, and the applications with what is in them.

use std::any::Any;

use skyseam_host::Application;
use skyseam_host::app::Kind;
use skyseam_host::app::web::page::PageName;
use skyseam_params::{Chosen, Keys};

use crate::document::At;
use crate::error::Problems;
use crate::files::{Files, page};
use crate::sky_values::FileName;

/// The application that `kind` describes; `None` if it has a problem, which is noted.
pub(super) fn application(
    kind: &Chosen<dyn Kind>,
    files: &Files,
    problems: &mut Problems<'_>,
) -> Option<Application> {
    let before = problems.count();
    let mut fill =
        |key: &'static str, value: &mut dyn Any, keys: &Keys, problems: &mut Problems<'_>| {
            if let Some(page) = value.downcast_mut::<PageName>()
                && page.content.is_none()
            {
                let name = At::new(FileName(page.name.clone()), keys.at(key));
                page.content = page::read(&name, files, problems);
            }
        };
    let application = kind.adapted(&mut fill, problems).map(Application::from);
    application.filter(|_| problems.count() == before)
}
