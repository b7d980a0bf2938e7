"""Mutants of the rules: one change at a time, and the tests that should notice."""
