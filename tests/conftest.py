"""Settings for all tests: on a busy machine a slow example is no fault; what fails for one fails for everybody.

Campaigns (`slow`) that are to ask other questions every time say `derandomize=False`.
The program speaks English here, whatever the developer's own language is.
"""

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from meldproof.messages import choose_language

os.environ["MELDPROOF_LANG"] = "en"

settings.register_profile("patient", deadline=None, derandomize=True)
settings.load_profile("patient")


@pytest.fixture(autouse=True)
def _english_afterwards() -> Iterator[None]:
    """What a test says in Spanish stays its own, also where the test fails."""
    yield
    choose_language("en")
