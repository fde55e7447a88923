"""Many hands at once: read from texts, arranged in compiled code, given as arrays."""
