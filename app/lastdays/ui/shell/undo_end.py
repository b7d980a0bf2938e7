"""Where undo ends on a page because what came before was tidied away."""

from __future__ import annotations

from lastdays.campaign.earlier import undo_end
from lastdays.campaign.overview import CampaignView
from lastdays.campaign.workspace import GroupView
from lastdays.ui.services import Services
from lastdays.ui.widgets.page import Page


def undo_end_of(page: Page, services: Services) -> str:
    """Say why nothing more is undone on the page of a group or a campaign; '' where there is no
    more to it than that nothing was done."""
    view = page.view
    if not isinstance(view, GroupView | CampaignView):
        return ""
    group = view.group.id if isinstance(view, GroupView) else None
    campaign = view.campaign.id
    return services.ask(lambda: undo_end(services.workspace, campaign, group)) or ""
