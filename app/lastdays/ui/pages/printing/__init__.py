"""The parts of the page from which a group is printed."""
