"""Computer players, and perft, which counts sequences of actions."""
