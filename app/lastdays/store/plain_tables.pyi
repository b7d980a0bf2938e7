"""To mypy the plain tables are the models: it knows what each column holds.

Written by `packaging/plain_tables.py`.
"""

from sqlalchemy import MetaData

from lastdays.store.models import (
    Answers as Answers,
    Campaigns as Campaigns,
    Changes as Changes,
    Characters as Characters,
    Games as Games,
    Groups as Groups,
    Items as Items,
    Perks as Perks,
    Portraits as Portraits,
    Prints as Prints,
    Revisions as Revisions,
    Sequences as Sequences,
    TableEvents as TableEvents,
    TableSessions as TableSessions,
)

METADATA: MetaData
