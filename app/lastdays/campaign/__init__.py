"""What a user does to groups and campaigns, and the undoing of it."""

from lastdays.campaign.workspace import Workspace

__all__ = ["Workspace"]
