"""What a user does: every change to a group or a campaign, its revision, its undo."""

from lastdays.campaign.workspace import Workspace

__all__ = ["Workspace"]
