"""The store: one SQLite file, its tables, its migrations; nothing above it sees a row."""

from lastdays.store.opening import open_store
from lastdays.store.store import Store
from lastdays.store.transaction import (
    Answered,
    Head,
    HistoryEntry,
    SequenceRecord,
    Subject,
    Transaction,
)

__all__ = [
    "Answered",
    "Head",
    "HistoryEntry",
    "SequenceRecord",
    "Store",
    "Subject",
    "Transaction",
    "open_store",
]
