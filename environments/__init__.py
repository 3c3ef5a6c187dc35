"""Environments for learning: any ruleset as PettingZoo, Gymnasium, OpenSpiel or vectors of games."""
