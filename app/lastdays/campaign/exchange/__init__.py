"""What leaves a campaign and comes into it: files, merges, shared pages."""
