"""Last Days Campaign Manager: the paper a zombie campaign is played on, made better."""

__version__ = "0.3.0"
