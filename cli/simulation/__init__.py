"""Simulations: playing many games, and showing the results."""
