"""Parts of the pages of files: a group that meets the one here, and what is shared."""
