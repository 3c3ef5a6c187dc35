"""Code for values: numbers, seats, cards and sets of them."""
