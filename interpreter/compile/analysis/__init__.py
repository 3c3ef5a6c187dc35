"""What is known of the typed program before code is generated."""
