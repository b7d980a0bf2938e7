"""Groups and campaigns as documents: read, bounded, compared."""
