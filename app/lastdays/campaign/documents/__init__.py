"""Groups and campaigns as documents: read, checked, compared; and rosters of other programs."""
