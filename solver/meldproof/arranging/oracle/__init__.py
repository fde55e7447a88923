"""The `z3` engine: the question as conditions on terms; it shares only the rules of a meld with the others, on purpose."""
