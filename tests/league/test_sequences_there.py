"""What `store/test_sequences.py` holds of a store in a file, held of a league."""

from store.test_sequences import *  # noqa: F403
