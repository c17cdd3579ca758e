"""A scene as one self-contained HTML file.

The page reads the server's answers from elements with the same names: JSON as it is, other answers
compressed by gzip, in base64.
"""

from __future__ import annotations

import base64
import gzip
import html
import json

from skyseam._errors import InputError
from skyseam.view.scene import Scene
from skyseam.view.server import PAGE

MOST_BYTES = 80_000_000
"""Limit on the file: browsers take long to read more."""

MOST_KEYS = 8
"""The most flows or links of each chart in the file."""

_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:"
)


def saved_page(scene: Scene) -> str:
    """Return the file.

    Raises
    ------
    InputError
        When the page would be too large.
    """
    answers = {f"windows/{i}": scene.window(i) for i in range(1)}
    length = len(_coded(answers["windows/0"]))
    if length * scene.windows > MOST_BYTES:
        raise InputError(
            f"the file would have some {length * scene.windows / 1e6:.0f} MB; expected at most "
            f"{MOST_BYTES / 1e6:.0f} MB: show a shorter interval with --start and --duration"
        )
    answers |= {f"windows/{i}": scene.window(i) for i in range(1, scene.windows)}
    described = dict(scene.description)
    described["series"] = [{**one, "keys": one["keys"][:MOST_KEYS]} for one in described["series"]]
    for one in described["series"]:
        for key in one["keys"]:
            answers[f"series/{one['name']}?key={key}"] = scene.points(one["name"], key)
    told = json.dumps(described, separators=(",", ":")).replace("<", "\\u003c")
    data = [f'<script type="application/json" data-answer="scene.json">{told}</script>']
    data += [
        f'<script type="text/plain" data-answer="{html.escape(name)}">{_coded(body)}</script>'
        for name, body in answers.items()
    ]
    notices = html.escape((PAGE / "NOTICES.txt").read_text(encoding="utf-8"), quote=False)
    data.append(f'<script type="text/plain">{notices}</script>')
    page = (PAGE / "page.html").read_text(encoding="utf-8")
    style = (PAGE / "viewer.css").read_text(encoding="utf-8")
    script = (PAGE / "viewer.js").read_text(encoding="utf-8").replace("</script", "<\\/script")
    policy = f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    title = html.escape(described["title"])
    for old, new in (
        ("<title>Skyseam</title>", f"{policy}<title>{title}</title>"),
        ('<link rel="stylesheet" href="viewer.css">', f"<style>{style}</style>"),
        ('<script src="viewer.js"></script>', "".join([*data, f"<script>{script}</script>"])),
    ):
        before, found, after = page.partition(old)
        assert found, old
        page = before + new + after
    return page


def _coded(body: bytes) -> str:
    return base64.b64encode(gzip.compress(body, 9, mtime=0)).decode()
