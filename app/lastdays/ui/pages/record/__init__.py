"""The parts of the page on which a game is recorded."""
