"""`python -m meldproof`: the command line."""

from meldproof.cli import main

main()
