"""The parts of the page of one's data."""
