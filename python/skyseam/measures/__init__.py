"""Measures of runs: of groups of users, of users who share a link, of voice and of video.

Owns what is computed from the tables of a run, or by a recommendation from values measured
elsewhere. `summaries` is what `Results.summary` shows.
"""
