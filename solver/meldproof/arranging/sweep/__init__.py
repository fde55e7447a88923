"""The fast engine: ranks walked once, depth-first, with memory, falling targets and card prices.

`machines`, `shape` and `rules` compile a variant; `question` loads one case of a problem into a walk, which seeks the
least loss against a bound; `bounds` and `pricer` tighten that bound with card prices; `answer` reads the walk's choices
back into cards. The walk is one class in layers, compiled together where there is a compiler. Each layer decides one
thing, and declares what it alone needs, with those above it:

- `walk.fields`: what is played with and asked; all layers look at it;
- `walk.memory`: what is known already;
- `walk.options`: what can happen at one place, whatever it loses;
- `walk.ahead`: what can still come of a state;
- `walk.choices`: in what order choices are tried;
- `walk.demands`: what a settled place leaves to those after it;
- `walk.keeps`: whether table melds may stay as they are;
- `walk.search`: by how much a place may still lose, and which is next;
- `walk.prices`: what losses are measured against;
- `walk.calls`: what a question is, and how low its loss is sought;
- `walk.reading`: which card is in which run of an answer.

A state of the walk is, per suit, the machine states of the open runs; the wilds left of each pool; the aces kept for
the high end; what the demands still want. Every choice has a *loss* against a bound on the total, so losses never fall
below zero; a state remembers the least loss from it on, or a bound on it, and what exceeds the best known is cut.
Nothing here is random, nothing depends on earlier questions but the time it takes.

Words: a *pool* is wilds that are interchangeable; a *bound* wild has its tile, or its set's rank; *own* melds are those
that count for an opening where table tiles may not.
"""
