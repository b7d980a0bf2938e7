"""The parts of the rulebook page."""
