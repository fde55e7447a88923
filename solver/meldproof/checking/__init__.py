"""Verdicts: is this a meld, what do its wilds stand for, which rules does it break, which clause says so."""

from meldproof.checking.verdict import Verdict, Violation, check_cards

__all__ = ["Verdict", "Violation", "check_cards"]
