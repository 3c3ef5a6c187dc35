"""Diagnostics as output: checking many files, and showing what is wrong with them."""
