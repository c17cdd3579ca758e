//! The files that applications name, and the applications with what is in them.

use std::any::Any;
use std::sync::Arc;

use skyseam_host::Application;
use skyseam_host::app::Kind;
use skyseam_host::app::udp::Source;
use skyseam_host::app::video::SizesFile;
use skyseam_host::app::web::page::PageName;
use skyseam_params::{Chosen, Keys, Model};

use crate::document::{At, Entry, Value};
use crate::error::Problems;
use crate::files::{Files, packets, page, sizes};
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
            if let Some(source) = value.downcast_mut::<Model<dyn Source>>()
                && let Some(file) = source.file()
            {
                let place =
                    inner(keys, key, "file").map_or_else(|| keys.at(key), |at| at.place.clone());
                let name = At::new(FileName(file.to_owned()), place);
                if let Some(content) = packets::read(&name, files, problems)
                    && let Some(filled) = source.with_packets(content)
                {
                    *source = filled;
                }
            } else if let Some(Some(file)) = value.downcast_mut::<Option<SizesFile>>() {
                let name = At::new(FileName(file.name.clone()), keys.at(key));
                let text = files.text(&name, problems);
                let read = text.and_then(|text| sizes::read(text, &name, problems));
                file.sizes = read.map(Arc::new);
            } else if let Some(page) = value.downcast_mut::<PageName>()
                && page.content.is_none()
            {
                let name = At::new(FileName(page.name.clone()), keys.at(key));
                page.content = page::read(&name, files, problems);
            }
        };
    let application = kind.adapted(&mut fill, problems).map(Application::from);
    application.filter(|_| problems.count() == before)
}

/// The value of a key of the table that `key` holds.
fn inner<'k>(keys: &'k Keys, key: &str, inner: &str) -> Option<&'k At<Value>> {
    let Value::Table(entries) = &keys.value(key)?.value else { return None };
    entries.iter().find(|entry: &&Entry| *entry.key == inner).map(|entry| &entry.value)
}
