"""Millions of hands from a file to a file."""
