"""Variants: the rule vocabulary, and rule files read into frozen, cited records."""
