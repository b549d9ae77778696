"""Facts beside the code they speak of: what the repository says of paths, scripts, versions."""
