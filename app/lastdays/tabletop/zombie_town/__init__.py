"""*Zombie Town*."""
