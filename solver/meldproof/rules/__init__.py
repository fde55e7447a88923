"""What the rules mean: one small function a rule, read concretely by the checker and symbolically by Z3."""
