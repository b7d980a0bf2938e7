"""*Last Days* at the table, a chapter of rules a module."""
