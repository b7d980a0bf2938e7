"""The post-game sequence, with a module for each chapter."""
