"""From the text of a file to located data that is valid under the schema."""
