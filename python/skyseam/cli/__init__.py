"""The command `skyseam`.

`commands` has the group and the short commands; longer ones have files of their own. The work is
done by the package's functions; errors and signals become messages and exit codes in `exits` alone;
`terminal` prints tables and progress.
"""

import os

# As NumPy is loaded, its OpenBLAS starts a thread for each further core, and these spin for a tenth
# of a second beside the first moments of a run. No command has use for them.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from skyseam.cli.commands import main

__all__ = ["main"]
