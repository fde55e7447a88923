"""What the rules say: one TOML file a variant, with its sources."""
