"""Scenarios: worked examples of the rules, which are played as tests."""
