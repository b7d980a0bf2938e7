"""What is printed, as plain values for the pages of `pdf`."""
