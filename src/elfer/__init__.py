"""The Elfer raus! family of card games."""
