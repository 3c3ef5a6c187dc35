"""The module that steps many games together."""
