"""Changes as the store keeps them: made, named, undone."""
