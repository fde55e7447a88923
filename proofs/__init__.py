"""What must be true of every variant: one small module a family of theorems."""
