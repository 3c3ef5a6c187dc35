"""The bots that search: flat Monte Carlo and tree search."""
