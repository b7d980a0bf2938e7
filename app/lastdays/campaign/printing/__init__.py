"""The content of prints as plain values for `pdf`."""
