"""The fast engine: ranks walked once, depth-first, with memory, falling targets and card prices.

`machines`, `shape` and `rules` compile a variant; `question` loads one case of a problem into a walk; the walk (layers
`walk_fields` … `walk`, one above the other, compiled together where there is a compiler) seeks the least loss against a
bound; `bounds` and `pricer` tighten that bound with card prices; `answer` reads the walk's choices back into cards.

A state of the walk is, per suit, the machine states of the open runs; the wilds left of each pool; the aces kept for
the high end; what the demands still want. Every choice has a *loss* against a bound on the total, so losses never fall
below zero; a state remembers the least loss from it on, or a bound on it, and what exceeds the best known is cut.
Nothing here is random, nothing depends on earlier questions but the time it takes.

Words: a *pool* is wilds that are interchangeable; a *bound* wild has its tile, or its set's rank; *own* melds are those
that count for an opening where table tiles may not.
"""
