"""Rewrites of the typed program, before it is lowered to the core."""
