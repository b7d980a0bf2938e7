"""The data that is stored, as frozen values, and what can be derived from it."""
