"""A part of the reproduction of Henderson 1999."""
