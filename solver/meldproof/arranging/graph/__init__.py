"""The readable engine: a hand and its melds as a programme, searched exactly."""
