"""Draws docs/images/view.png: the page of `skyseam view` just after a handover.

Needs Chromium, Node.js and the packages of viewer/ (`cd viewer && npm ci`); if one is missing it
prints a message and leaves the picture unchanged. Run from the root of the repository: `python
docs/view_picture.py`.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from samples import small

from skyseam.view import saved_page, scene_of

ROOT = Path(__file__).resolve().parent.parent
SCENARIO = ROOT / "scenarios" / "look-at-a-transfer.toml"
AT_S = 3800.3
"""Simulated time: 0.3 s after the handover of Hawaii."""


def main() -> None:
    """Open the page, go to the instant, select the flow and take the picture."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    node = shutil.which("node")
    if chromium is None or node is None or not (ROOT / "viewer" / "node_modules").is_dir():
        sys.exit("the picture needs Chromium, Node.js and the packages of viewer/ (npm ci)")
    with tempfile.TemporaryDirectory() as made:
        page, picture = Path(made) / "page.html", Path(made) / "view.png"
        page.write_text(saved_page(scene_of(SCENARIO)), encoding="utf-8")
        chosen = {"kind": "flow", "flow": 0}
        task = {
            "chromium": chromium,
            "url": page.as_uri(),
            "pictures": {str(picture): {"t": AT_S, "keys": ["f"], "chosen": chosen}},
        }
        subprocess.run(
            [node, "check.mjs"], cwd=ROOT / "viewer", input=json.dumps(task), text=True,
            stdout=subprocess.DEVNULL, check=True,
        )  # fmt: skip
        small(picture, ROOT / "docs" / "images" / "view.png", colours=256)


if __name__ == "__main__":
    main()
