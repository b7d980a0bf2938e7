"""The parts of the screen that stands beside the table."""
