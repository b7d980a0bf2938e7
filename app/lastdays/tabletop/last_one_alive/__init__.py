"""*Last One Alive*."""
