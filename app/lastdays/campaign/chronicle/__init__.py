"""What a campaign's games add up to, told."""
