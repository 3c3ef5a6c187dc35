"""Passes over the core, which serve both printers."""
