"""Measures of runs: of groups of users, of users who share a link, of voice and of video.

Owns measures computed from the tables of a run, or by a recommendation from values measured
elsewhere, and intervals of means over runs. `summaries` has the content of `Results.summary`.
"""
