"""The parts of a group's page, one widget each."""
