"""What a campaign goes through in years, in minutes: `python -m soak --seconds N` (`make soak`)."""
