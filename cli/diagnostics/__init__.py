"""Diagnostics: checking many files, and showing the results."""
