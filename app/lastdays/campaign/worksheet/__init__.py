"""The post-game sequence on paper."""
