"""Effects of every key of the format: which scenario each of them changes, and how.

`keys` lists the keys of the JSON Schema, `bases` has small scenarios in which they occur, `cases`
pairs each key with a scenario and a value that changes its results, and `drawn` changes keys of
drawn scenarios at random. A key that changes nothing must be warned of.
"""
