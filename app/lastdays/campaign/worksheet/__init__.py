"""The post-game sequence as a worksheet on paper."""
