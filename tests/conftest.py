"""Settings for all tests: on a busy machine a slow example is no fault."""

from hypothesis import settings

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
