"""The parts of a campaign's page."""
