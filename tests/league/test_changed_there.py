"""What `store/test_changed.py` holds of a store in a file, held of a league."""

from store.test_changed import *  # noqa: F403
