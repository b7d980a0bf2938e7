"""Groups and campaigns as documents: reading, checking, comparing; rosters of other programs."""
