"""A run on a globe: what `skyseam view` serves to a browser, or writes as one file.

`scene` makes the content of the page from a run and its scenario; `server` serves it on the
loopback interface; `saved` writes it into one HTML file. The page itself comes from `viewer/`, in
TypeScript; its bundle lies in `page/`.
"""

from skyseam.view.live import Live
from skyseam.view.saved import saved_page
from skyseam.view.scene import Scene, is_to_run, scene_of
from skyseam.view.server import Server

__all__ = ["Live", "Scene", "Server", "is_to_run", "saved_page", "scene_of"]
