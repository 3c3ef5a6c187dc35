"""From syntax trees to a typed program."""
