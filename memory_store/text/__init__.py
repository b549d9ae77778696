"""Functions on text: cleaning, redaction, comparison. No files, no clock."""
