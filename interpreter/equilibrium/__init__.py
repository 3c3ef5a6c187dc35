"""Strategies of small games, computed from the rules alone."""
