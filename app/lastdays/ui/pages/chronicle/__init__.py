"""The parts of the chronicle's page."""
