"""The rules: what a group is, and the procedures that change it. No Qt, no SQL, no clock."""
