"""The table: cards, zones, seats, seeds, actions, events, views. Everything that all games share."""
