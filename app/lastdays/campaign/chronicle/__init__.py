"""The chronicle: what a campaign's games add up to, in words and charts."""
