"""Card prices for the walk: a linear programme whose columns are made as they are wanted."""
