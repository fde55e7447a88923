"""Verdicts: is this a meld, what do its wilds stand for, which rules does it break, which clause says so.

Nothing is imported here, so that the certificate checker loads nothing but itself and the rules.
"""
