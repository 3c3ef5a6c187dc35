"""Simulation: many games played by bots, and statistics of them."""
