"""Code for the course of the game: turns, phases, deals, and random play."""
