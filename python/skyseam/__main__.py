"""`python -m skyseam` is the command `skyseam`."""

from skyseam.cli import main

main()
