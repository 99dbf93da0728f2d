"""Matches: setups with options, rounds, points, records, and the registry of games."""
