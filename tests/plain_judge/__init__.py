"""A second judge of game logs, written from the readings and the clauses alone, without a look at the referee.

It shares no logic with the package: the only things taken from there are a variant's settings, as plain data.
`melds` says what a meld is and is worth (by trying everything), `turns` judges a log line by line, `generated`
makes logs of small turns, legal ones and ones with one planted fault.
"""
