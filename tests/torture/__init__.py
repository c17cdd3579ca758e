"""Scenarios drawn at random, valid and hostile ones, and what must hold of every run.

`valid` draws scenarios over the keys of the format, `hostile` spoils them, `runner` runs each in a
process of its own with limits. `python -m torture` (`make torture`) runs two thousand of each.
"""
