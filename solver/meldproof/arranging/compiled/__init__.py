"""What is compiled together, which form of it runs, and what guards its doors."""
