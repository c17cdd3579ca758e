"""Comparisons with what was measured on real systems: Linux's TCP (`linux`) and ns-2's (`ns2`)."""
