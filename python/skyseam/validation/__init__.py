"""Comparisons with measurements of real systems: Linux's TCP (`linux`) and ns-2's (`ns2`)."""
