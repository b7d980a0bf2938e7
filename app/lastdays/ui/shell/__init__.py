"""The parts of the window around its pages, and the pages as they are made."""
