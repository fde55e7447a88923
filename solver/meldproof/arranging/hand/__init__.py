"""Small hands, perhaps beside a table that only grows: every best arrangement compared, in compiled code."""
