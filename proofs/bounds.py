"""That so many cards can't open, certified: by prices of cards that no legal meld is worth more than.

The figures are those recorded beside the rules (`facts.toml`); the search that found them is not asked.
"""

from __future__ import annotations

from meldproof.proofs.openings import Fact

from meldproof.notation import meld_texts
from meldproof.proving.basis import Basis, for_all, weakest
from meldproof.proving.opening_bound import Bounded
from meldproof.proving.priced import TooCheap, certified
from meldproof.proving.recorded import as_read, is_as_written, recorded
from meldproof.proving.theorem import THE_VARIANT, ClaimOutcome, Context, Theorem, nothing_to_claim, proved
from meldproof.variants.clauses import Text


def _too_few_is_certified(context: Context) -> ClaimOutcome:
    """Each figure that says that cards can't open: prices of theirs add up to less than an opening asks."""
    if not is_as_written(context.variant):
        return nothing_to_claim(
            "what is recorded is about the variant unchanged", "lo registrado es sobre la variante original"
        )
    facts = [fact for fact in recorded(context, "facts.toml", "fact", Fact) if fact.opens is False]
    if not facts:
        return nothing_to_claim("of no cards it is said that they can't open", "de ninguna carta se dice que no abra")
    said, bases = [], list[Basis]()
    for fact in facts:
        about = context._replace(variant=as_read(context.variant, fact.readings))
        deck = about.variant.deck(fact.players)
        needed = about.settings.opening.points.at(fact.score)
        prices = certified(about, Bounded(deck, fact.cards, fact.jokers, fact.wild_ranks))
        words = Text(fact.en, fact.es)
        if isinstance(prices, TooCheap):
            return ClaimOutcome("refuted", f"{fact.id}: {' '.join(meld_texts(prices.meld, deck))}", words)
        bound = prices.said(about.settings.deck.ranks)
        if prices.bound() >= needed:
            return ClaimOutcome("refuted", f"{fact.id}: {bound.en} ≥ {needed}", words)
        said.append(Text(f"{fact.id}: {bound.en} < {needed}", f"{fact.id}: {bound.es} < {needed}"))
        bases.append(
            for_all(f"hands of {fact.cards} cards of {deck.size}", f"manos de {fact.cards} cartas de {deck.size}")
        )
    return proved("; ".join(text.en for text in said), "; ".join(text.es for text in said), weakest(bases))


THEOREMS = [
    Theorem(
        "too-few-cards-to-open",
        (
            "Where a record says that cards can't open, prices certify it: no meld beats its cards', all are too low.",
            "Donde se registra que unas cartas no abren, lo certifican precios: nada vale más que los suyos.",
        ),
        (THE_VARIANT, ""),
        _too_few_is_certified,
        (
            "every hand of as many cards, with as many wilds as the record says",
            "toda mano de tantas cartas, con tantos comodines como diga el registro",
        ),
        "prices",
    ),
]
