"""Scenarios drawn at random, valid and hostile ones, and what must hold of every run.

`valid` draws scenarios over the keys of the format, from `links`, `flows`, `users` and `files`;
`hostile` spoils them, `designs` draws sweeps of them, `runner` runs each in a process of its own
with limits. `signals` interrupts every command, `surroundings` calls each in
foreign ones. `python -m torture` (`make torture`) runs all of it.
"""
