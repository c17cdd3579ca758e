"""Random scenarios, valid and hostile ones, and properties of every run.

`valid` draws scenarios over the keys of the format, from `links`, `flows`, `users` and `files`;
`hostile` damages them, `designs` draws sweeps of them, `runner` runs each in a separate process
with limits. `signals` interrupts every command, `surroundings` calls each in unusual environments.
`python -m torture` (`make torture`) runs all of it.
"""
