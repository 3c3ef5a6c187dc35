"""Worlds that a seat cannot tell from the real one: sampled, with a past that fits."""
