"""*Zombies!!!*."""
