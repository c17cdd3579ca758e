"""The command `skyseam`.

`commands` has the group and the short commands; longer ones have files of their own. The package's
functions do the work; only `exits` converts errors to messages and exit codes; `process` handles
signals; `terminal` prints tables and progress.
"""

import os

# As NumPy is loaded, its OpenBLAS starts a thread for each further core, and these spin for a tenth
# of a second beside the first moments of a run. No command has use for them.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Figures are written to files; Matplotlib refuses to load with a backend that it does not know.
os.environ.pop("MPLBACKEND", None)


def main() -> None:
    """Run the command and end the process with its exit code."""
    from skyseam.cli import process

    try:
        process.prepare()
        from skyseam.cli.commands import cli
        from skyseam.cli.exits import run_command

        run_command(cli)
    except KeyboardInterrupt:
        process.end_interrupted("interrupted\n")
