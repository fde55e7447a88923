"""The best arrangement of a hand or a table: one problem, several exact engines."""
