"""A game from inside: its rules, positions with what seats know of them, and their files."""
