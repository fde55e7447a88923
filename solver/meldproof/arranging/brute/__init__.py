"""The plainest engine: everything is tried. It shares only the rules of a meld with the others, on purpose."""
