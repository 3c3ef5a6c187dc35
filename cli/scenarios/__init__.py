"""Scenarios: showing failures and coverage, and mutation testing."""
