"""The plain files, the only truth: records, locks, appends, reads, retention."""
