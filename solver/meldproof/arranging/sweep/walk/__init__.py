"""The walk itself: layers of one compiled class, each by what it decides."""
