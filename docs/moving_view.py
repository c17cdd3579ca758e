"""Makes the animated view of the first page: scenarios/look-at-a-transfer.toml as one file.

It is made when the documentation is built, so it always equals the output of `skyseam view --save`,
plus a script that plays it. `python docs/moving_view.py FILE` writes it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from skyseam.view import saved_page, scene_of

SCENARIO = Path(__file__).resolve().parent.parent / "scenarios" / "look-at-a-transfer.toml"

FIRST_S, LAST_S = 3797.0, 3803.0
"""Simulated time that is shown again and again: the second handover and what follows."""

SPEED = 0.5

# A click ends the repetition: from then on the page is the reader's. Who asked the system for
# less motion sees it stand still.
PLAY = f"""<script>
(async () => {{
  while (document.body.dataset.ready !== "yes") await new Promise((done) => setTimeout(done, 100));
  const page = window.skyseam;
  await page.setTime({FIRST_S});
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const speed = document.getElementById("speed");
  const near = [...speed.options].find((one) => Number(one.value) === {SPEED});
  if (near) {{ speed.value = near.value; speed.dispatchEvent(new Event("change")); }}
  page.play(true);
  const again = setInterval(() => {{
    if (page.time() >= {LAST_S}) page.setTime({FIRST_S}).then(() => page.play(true));
  }}, 200);
  addEventListener("pointerdown", () => clearInterval(again), {{ once: true }});
}})();
</script>"""


def page() -> str:
    """Return the file: the saved view of the scenario, which plays by itself."""
    before, end, after = saved_page(scene_of(SCENARIO)).rpartition("</body>")
    assert end, "a saved view has no end"
    return f"{before}{PLAY}{end}{after}"


def make(place: Path) -> None:
    """Write the file, if it is missing or differs."""
    place.parent.mkdir(parents=True, exist_ok=True)
    made = page()
    if not place.exists() or place.read_text(encoding="utf-8") != made:
        place.write_text(made, encoding="utf-8")


if __name__ == "__main__":
    make(Path(sys.argv[1]))
