"""For all tests: hypothesis tries the same examples each time, however slow the machine is.

`pytest --hypothesis-profile wide` looks for others.
"""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("wide", deadline=None, max_examples=1000)
settings.load_profile("steady")
