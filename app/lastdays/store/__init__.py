"""The store: one SQLite file, its tables, its migrations; the layers above never see a row."""

from lastdays.store.opening import open_store
from lastdays.store.revisions import HeadRevision, HistoryEntry, MadeBy, RevisionMark, Subject
from lastdays.store.sequences import Answered, SequenceRecord
from lastdays.store.store import Store, Transaction

__all__ = [
    "Answered",
    "HeadRevision",
    "HistoryEntry",
    "MadeBy",
    "RevisionMark",
    "SequenceRecord",
    "Store",
    "Subject",
    "Transaction",
    "open_store",
]
