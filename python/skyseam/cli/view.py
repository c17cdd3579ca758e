"""The command `view`: its arguments, and the lifetime of the server. `view` does the work."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

import click

from skyseam._files import write_files
from skyseam.cli import terminal
from skyseam.cli.options import all_of, check_output, progress_option, refuse, seconds, time_options

if TYPE_CHECKING:
    from skyseam.view import Live, Scene


@click.command(short_help="Show a run on a globe, in the browser.")
@click.argument("given", metavar="RUN|SCENARIO", type=click.Path(path_type=Path))
@all_of(time_options[:2])
@click.option("--save", type=click.Path(path_type=Path), help="Write one HTML file, serve nothing.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    help="Port to serve. [default: any free one]",
)
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@progress_option
def view(
    given: Path,
    start: str | None,
    duration: str | None,
    save: Path | None,
    port: int,
    no_browser: bool,
    progress: bool | None,
) -> None:
    """Show a run on a globe: satellites, links, the route of each flow, events.

    Takes the directory of a run, or a scenario, which is run with everything recorded that is
    shown: the page appears at once, with the constellation and the paths of flows up to the current
    time of the run, and the rest when the run is over. With --save, --start or --duration the run
    comes first.

    Opens a page in the browser: slider, play, jump from event to event; charts of throughput, round
    trip, congestion window and queues follow. Click a satellite, terminal, link or route for
    details; `?` lists the keys.

    The page is served on this machine only, at an address that cannot be guessed, until Ctrl-C; it
    uses no network. --save writes it with its data into one file, which needs no server.

    A run shows routes if its scenario has `record = ["routes", "handovers"]` in [run].

    \b
    Examples:
        skyseam view scenarios/look-at-a-transfer.toml
        skyseam view out --no-browser --port 8000
        skyseam view out --start "01:03:00" --duration "30 s" --save transfer.html
    """  # noqa: D301 - click wants the character itself
    from skyseam.view import Live, is_to_run, saved_page, scene_of  # takes time to load

    if save is not None:
        refuse(("--port", "--no-browser"), "with --save, which serves nothing")
        check_output(save, (".html",))
    if save is None and start is None and duration is None and is_to_run(given):
        serve(Live(given), port, no_browser)
        return
    with terminal.progress(f"run of {given.name}", progress) as note:
        scene = scene_of(
            given,
            start_s=seconds("--start", start, instant=True),
            duration_s=seconds("--duration", duration),
            progress=note,
        )
    if save is not None:
        page = saved_page(scene)
        write_files({save: page})
        terminal.out.print(f"written to {save} ({len(page) / 1e6:.2f} MB)", soft_wrap=True)
        return
    serve(scene, port, no_browser)


def serve(shown: Scene | Live, port: int, no_browser: bool) -> None:
    """Serve until Ctrl-C, or until the run in progress has failed."""
    from skyseam.view import Live, Server

    with Server(shown, port) as server:
        click.echo(f"{server.url}\nCtrl-C ends it")
        if not no_browser:
            webbrowser.open(server.url)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            click.echo("ended")
        finally:
            if isinstance(shown, Live):
                shown.stop()
