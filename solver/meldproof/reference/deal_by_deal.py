"""What is said of a variant's settings, said deal by deal where they change in the course of a match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby, takewhile, zip_longest

from meldproof.variants.by_deal import span_words, starts
from meldproof.variants.clauses import Text
from meldproof.variants.loading import Variant
from meldproof.variants.vocabulary import Settings

Entry = tuple[Text, Text]


def entries_by_deal(variant: Variant, said: Callable[[Settings], Sequence[Entry]]) -> tuple[Entry, ...]:
    """Entries, each a title with what is said under it; what differs from deal to deal is said of each."""
    every = {deal: dict(said(variant.at(deal).settings)) for deal in starts(variant.whole.values)}
    titles = dict.fromkeys(title for entries in every.values() for title in entries)
    nothing = Text("–", "–")
    return tuple(
        (title, _joined({deal: entries.get(title, nothing) for deal, entries in every.items()})) for title in titles
    )


def steps_by_deal(variant: Variant, said: Callable[[Settings], Sequence[Text]]) -> tuple[Text, ...]:
    """Steps in order; one that differs from deal to deal is said of each."""
    deals = starts(variant.whole.values)
    rows = zip_longest(*(said(variant.at(deal).settings) for deal in deals))
    by_deal = ({deal: step for deal, step in zip(deals, row, strict=True) if step is not None} for row in rows)
    return tuple(_joined(steps) for steps in by_deal)


def _joined(by_deal: dict[int, Text]) -> Text:
    """One text where all deals have the same, else what differs for each of the deals, within what they share."""
    groups = [(text, [deal for deal, _ in group]) for text, group in groupby(by_deal.items(), key=lambda item: item[1])]
    if len(groups) == 1:
        return next(iter(by_deal.values()))
    ends = [deals[0] - 1 for _, deals in groups[1:]]
    spans = [span_words(deals[0], end) for (_, deals), end in zip(groups, [*ends, None], strict=True)]
    english, spanish = ([text[language] for text, _ in groups] for language in ("en", "es"))
    return Text(_within(english, [span[0] for span in spans]), _within(spanish, [span[1] for span in spans]))


def _within(texts: Sequence[str], spans: Sequence[str]) -> str:
    """Texts that begin and end with the same words, these said once: `each is dealt (deal 1: 3; deal 2: 4) cards`."""
    words = [text.split() for text in texts]
    first = _shared(words)
    last = _shared([list(reversed(one[first:])) for one in words])
    parts = [" ".join(one[first : len(one) - last]) or "–" for one in words]
    comma = "," if last and all(part.endswith(",") for part in parts) else ""
    inner = "; ".join(f"{span}: {part.removesuffix(comma)}" for span, part in zip(spans, parts, strict=True))
    if not first and not last:
        return inner
    return " ".join([*words[0][:first], f"({inner}){comma}", *words[0][len(words[0]) - last :]])


def _shared(words: Sequence[Sequence[str]]) -> int:
    """How many words all begin with."""
    return sum(1 for _ in takewhile(lambda row: len(set(row)) == 1, zip(*words, strict=False)))
