"""What compiled rules call: positions, cards, melds, chance."""
