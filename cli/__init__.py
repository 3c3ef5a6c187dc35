"""The command line: `commands/`, and folders for what they share; nothing else prints or exits."""
