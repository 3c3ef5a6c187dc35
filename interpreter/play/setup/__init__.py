"""How a game begins: dealt from a seed or a deck, or set up from a given position."""
