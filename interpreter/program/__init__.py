"""The typed program of a ruleset: its classes, and what walks and rebuilds its trees."""
