"""The beginning of a game: a deal from a seed or a deck, or a given position."""
