"""*Last Night on Earth*."""
