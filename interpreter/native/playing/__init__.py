"""The module that plays games, plays on from positions, and searches."""
