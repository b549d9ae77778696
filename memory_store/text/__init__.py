"""Pure functions on text: cleaning, redaction, language. No files, no clock."""
