"""Rulebooks at the terminal."""
