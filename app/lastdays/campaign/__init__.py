"""The actions of a user on groups and campaigns, and undo."""

from lastdays.campaign.workspace import Workspace

__all__ = ["Workspace"]
