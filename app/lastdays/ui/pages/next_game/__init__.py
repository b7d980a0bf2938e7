"""The parts of the page that sets up the next game."""
