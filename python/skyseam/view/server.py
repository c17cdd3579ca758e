"""The server of the page: on the loopback interface, for clients that know its random token.

Answers only GET. A request must name this server in its Host header, so that no other site reaches
it by a name of its own (DNS rebinding), and its path begins with the token.
"""

from __future__ import annotations

import gzip
import hmac
import json
import secrets
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from skyseam._errors import InputError
from skyseam.view.live import Live
from skyseam.view.scene import Scene

PAGE = Path(__file__).with_name("page")
"""The bundle, made by `make viewer`."""

HOST = "127.0.0.1"

_FILES = {
    "": ("page.html", "text/html; charset=utf-8"),
    "viewer.js": ("viewer.js", "text/javascript; charset=utf-8"),
    "viewer.css": ("viewer.css", "text/css; charset=utf-8"),
}

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
    "img-src data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class Server(ThreadingHTTPServer):
    """HTTP server of a scene, until it is shut down.

    Parameters
    ----------
    scene
        What to show: a scene, or a run that goes on.
    port
        Of the loopback interface; any free one when 0.

    Raises
    ------
    InputError
        When the port is taken.
    """

    daemon_threads = True

    def __init__(self, scene: Scene | Live, port: int = 0) -> None:
        self._shown = scene
        self.token = secrets.token_urlsafe(18)
        try:
            super().__init__((HOST, port), _Handler)
        except OSError as error:
            raise InputError(
                f"port {port} cannot be used: {error.strerror or error}; name another one with "
                "--port, or none for any that is free"
            ) from error
        self.port = self.server_address[1]
        threading.Thread(target=self._warm, daemon=True).start()

    @property
    def url(self) -> str:
        """Address of the page, with the token."""
        return f"http://{HOST}:{self.port}/{self.token}/"

    @property
    def scene(self) -> Scene:
        """Scene that is shown now."""
        return self._shown.scene if isinstance(self._shown, Live) else self._shown

    def _warm(self) -> None:
        """Prepare the answers to the page's first requests while the browser starts."""
        scene = self.scene
        scene.described  # noqa: B018 - kept by the scene
        scene.window(0)

    def state(self) -> dict[str, Any]:
        """Return the progress of the run, see :meth:`Live.state`."""
        return self._shown.state() if isinstance(self._shown, Live) else {"done": True}

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore a browser that has closed its connection."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def do_GET(self) -> None:
        """Answer a request whose host and token match this server."""
        names = {f"{name}:{self.server.port}" for name in (HOST, "localhost")}
        if self.headers.get("Host") not in names:
            return self._refuse(HTTPStatus.FORBIDDEN)
        parts = urlsplit(self.path)
        _, token, *rest = [*parts.path.split("/"), ""][: parts.path.count("/") + 2]
        rest = [unquote(part) for part in rest if part]
        if not hmac.compare_digest(token.encode(), self.server.token.encode()):
            return self._refuse(HTTPStatus.FORBIDDEN)
        scene = self.server.scene
        try:
            match rest:
                case [] | ["viewer.js"] | ["viewer.css"]:
                    file, kind = _FILES["".join(rest)]
                    return self._answer((PAGE / file).read_bytes(), kind)
                case ["scene.json"]:
                    return self._answer(scene.described, "application/json")
                case ["progress.json"]:
                    return self._answer(
                        json.dumps(self.server.state()).encode(), "application/json"
                    )
                case ["windows", number] if number.isdecimal():
                    return self._answer(scene.window(int(number)))
                case ["series", name]:
                    key = parse_qs(parts.query, keep_blank_values=True)["key"][0]
                    return self._answer(scene.points(name, key))
        except KeyError:
            pass
        return self._refuse(HTTPStatus.NOT_FOUND)

    def _answer(self, body: bytes, kind: str = "application/octet-stream") -> None:
        self.send_response(HTTPStatus.OK)
        if len(body) > 2000 and "gzip" in self.headers.get("Accept-Encoding", ""):
            body = gzip.compress(body, 1, mtime=0)
            self.send_header("Content-Encoding", "gzip")
        self._finish(body, kind)

    def _refuse(self, status: HTTPStatus) -> None:
        self.send_response(status)
        self._finish(f"{status.value} {status.phrase}\n".encode(), "text/plain; charset=utf-8")

    def _finish(self, body: bytes, kind: str) -> None:
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", _POLICY)
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as in http.server
        """Print nothing: the terminal belongs to the command."""
