"""The `z3` engine: a question as conditions on terms. It shares only the rules of a meld with the others."""
