"""Theorems about variants: discovered, run, and witnessed by smallest counterexamples."""
