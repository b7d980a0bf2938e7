"""The guide for players, as the window shows it, and what else helps there."""
