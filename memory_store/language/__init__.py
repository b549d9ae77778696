"""One reader of text, Chinese and English: sentences, mood, script, words. Pure."""
