"""The post-game sequences of a campaign's groups."""
