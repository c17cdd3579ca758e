//! Applications, with the content of the files that they name.

use skyseam_host::Application;
use skyseam_host::app::Kind;
use skyseam_params::Chosen;

use crate::error::Problems;
use crate::files::Files;

/// The application that `kind` describes; `None` if it has a problem, which is noted. Its files are
/// those beside the text of `problems`.
pub(super) fn application(
    kind: &Chosen<dyn Kind>,
    _: &Files,
    problems: &mut Problems<'_>,
) -> Option<Application> {
    kind.model(problems).map(Application::from)
}
