"""Settings for all tests: on a busy machine a slow example is no fault; what fails for one fails for everybody.

Campaigns (`slow`) that are to ask other questions every time say `derandomize=False`.
"""

from hypothesis import settings

settings.register_profile("patient", deadline=None, derandomize=True)
settings.load_profile("patient")
