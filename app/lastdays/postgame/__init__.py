"""The post-game sequence, one module a chapter."""
