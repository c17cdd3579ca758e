"""Effects of every key of the format: a scenario whose results each key changes.

`keys` lists the keys of the JSON Schema, `bases` has small scenarios in which they occur, `cases`
pairs each key with a scenario and a value that changes its results, and `drawn` changes keys of
random scenarios. A key that changes nothing must cause a warning.
"""
