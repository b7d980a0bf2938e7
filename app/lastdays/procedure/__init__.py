"""Procedures that ask: asks, replay, exact odds, dice, characteristic tests."""
