"""Forms: editors of one value, used on pages and in asks."""
