"""Pictures for the docs and a seeded play-through: not part of the program proper."""
