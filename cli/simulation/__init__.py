"""Simulations: running many games, and showing what they measured."""
