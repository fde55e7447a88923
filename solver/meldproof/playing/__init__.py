"""Turns, the referee, scores and matches: a whole game judged from a variant's parameters alone."""
