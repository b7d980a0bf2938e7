"""The window: widgets that show and ask. Rules and queries live in the rooms below."""
