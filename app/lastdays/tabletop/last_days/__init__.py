"""*Last Days* at the table."""
