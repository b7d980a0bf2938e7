"""Post-game sequences of a campaign's groups."""
