"""Writes the rulebook of a game from its typed ruleset."""
