"""Import and export: whole campaigns, merged groups, shared pages."""
