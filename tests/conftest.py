"""Settings for all tests: on a busy machine a slow example is no fault; what fails for one fails for everybody.

Campaigns (`slow`) that are to ask other questions every time say `derandomize=False`.
The program speaks English here, whatever the developer's own language is.
"""

import os

from hypothesis import settings

os.environ["MELDPROOF_LANG"] = "en"

settings.register_profile("patient", deadline=None, derandomize=True)
settings.load_profile("patient")
