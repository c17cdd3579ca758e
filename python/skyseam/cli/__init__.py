"""The command `skyseam`.

`commands` has the group and the short commands; longer ones have files of their own. The work is
done by the package's functions; errors and signals become messages and exit codes in `exits` alone;
`terminal` prints tables and progress.
"""

from skyseam.cli.commands import main

__all__ = ["main"]
