"""Item models over snapshots; none of them asks the store."""
