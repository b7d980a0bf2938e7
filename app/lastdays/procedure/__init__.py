"""Interactive procedures: asks, replay, exact odds, dice, characteristic tests."""
