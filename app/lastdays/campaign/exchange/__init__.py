"""What leaves a campaign and comes into it: whole campaigns, merged groups, shared pages."""
