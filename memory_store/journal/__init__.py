"""The plain files, which are the only truth: records, appends, reads, retention."""
