"""Optimisations, of the typed program and of generated code."""
