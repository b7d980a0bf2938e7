"""What is read of revisions with every page, put together once."""

from __future__ import annotations

from sqlalchemy import bindparam, select

from lastdays.store.tables import Campaigns, Changes, Groups, Revisions, column, table

#: What tells a revision from others.
MARK = (
    column(Revisions.id),
    column(Revisions.change_id),
    column(Revisions.sum),
)
MARK_OF_GROUP = (
    select(column(Groups.head_sum), *MARK)
    .join(table(Revisions), column(Revisions.id) == column(Groups.head))
    .where(column(Groups.id) == bindparam("subject"))
)
MARK_OF_CAMPAIGN = (
    select(column(Campaigns.head_sum), *MARK)
    .join(table(Revisions), column(Revisions.id) == column(Campaigns.head))
    .where(column(Campaigns.id) == bindparam("subject"))
)
MARK_OF_REVISION = select(*MARK).where(column(Revisions.id) == bindparam("revision"))
MARKS_OF_GROUPS = (
    select(column(Groups.id), column(Groups.head), column(Groups.head_sum), *MARK)
    .outerjoin(table(Revisions), column(Revisions.id) == column(Groups.head))
    .where(column(Groups.campaign_id) == bindparam("campaign"), column(Groups.head).is_not(None))
)
HEAD_OF_GROUP = select(column(Groups.head), column(Groups.head_sum)).where(
    column(Groups.id) == bindparam("subject")
)
HEAD_OF_CAMPAIGN = select(column(Campaigns.head), column(Campaigns.head_sum)).where(
    column(Campaigns.id) == bindparam("subject")
)
REVISION = (
    select(
        column(Revisions.parent_id),
        column(Revisions.change_id),
        column(Changes.kind),
        column(Changes.facts),
        column(Changes.at),
        column(Revisions.document),
        column(Revisions.campaign_id),
        column(Revisions.group_id),
        column(Revisions.figures),
        column(Revisions.sum),
    )
    .join(table(Changes), column(Changes.id) == column(Revisions.change_id))
    .where(column(Revisions.id) == bindparam("revision"))
)
#: What its figures lie among: the sum is over all of it.
_BESIDE = (
    column(Revisions.parent_id),
    column(Revisions.change_id),
    column(Revisions.document),
    column(Revisions.campaign_id),
    column(Revisions.group_id),
    column(Revisions.figures),
    column(Revisions.sum),
)
FIGURES = select(*_BESIDE).where(column(Revisions.id) == bindparam("revision"))
FIGURES_OF_GROUPS = (
    select(column(Revisions.id), *_BESIDE)
    .join(table(Groups), column(Groups.head) == column(Revisions.id))
    .where(column(Groups.campaign_id) == bindparam("campaign"))
)
MADE_BY = (
    select(
        column(Revisions.parent_id),
        column(Revisions.change_id),
        column(Changes.kind),
        column(Changes.facts),
    )
    .join(table(Changes), column(Changes.id) == column(Revisions.change_id))
    .where(column(Revisions.id) == bindparam("revision"))
)
CHILDREN = (
    select(column(Revisions.id), column(Revisions.campaign_id), column(Revisions.group_id))
    .where(column(Revisions.parent_id) == bindparam("revision"))
    .order_by(column(Revisions.id).desc())
)
OF_CHANGE = (
    select(
        column(Revisions.campaign_id),
        column(Revisions.group_id),
        column(Revisions.id),
        column(Revisions.parent_id),
        column(Groups.id),
        column(Groups.head),
        column(Groups.head_sum),
        column(Campaigns.id),
        column(Campaigns.head),
        column(Campaigns.head_sum),
    )
    .outerjoin(table(Groups), column(Groups.id) == column(Revisions.group_id))
    .outerjoin(table(Campaigns), column(Campaigns.id) == column(Revisions.campaign_id))
    .where(column(Revisions.change_id) == bindparam("change"))
    .order_by(column(Revisions.id))
)
