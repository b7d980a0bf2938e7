"""The worksheet: the post-game sequence on paper."""
