"""The parts of the page of a post-game sequence."""
