"""Reports of games: a form that any chat carries, and what is read of it when it comes back."""
