"""What people at a table are shown and told, and how they choose; nothing here prints."""
