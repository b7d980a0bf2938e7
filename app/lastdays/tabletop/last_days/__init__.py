"""*Last Days* at the table: one module for each chapter of its rules."""
