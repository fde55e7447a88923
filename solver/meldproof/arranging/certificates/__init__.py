"""Proofs that an answer is best, for a checker that trusts nobody."""
