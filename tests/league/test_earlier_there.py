"""What `store/test_earlier.py` holds of a store in a file, held of a league."""

from store.test_earlier import *  # noqa: F403
