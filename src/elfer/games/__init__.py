"""The games, each in a module of its own."""
