"""The parts of the page after a game."""
