"""What all tests share: the same examples every time, and how long a test may take."""

import pytest
from hypothesis import HealthCheck, settings

# The same examples every time, and a busy machine makes none of them a failure.
settings.register_profile("ragtriage", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ragtriage")

LONGEST = 300
"""Seconds that a test may take: it is ended rather than waited for."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.pluginmanager.hasplugin("timeout"):
        for item in items:
            if item.get_closest_marker("timeout") is None:
                item.add_marker(pytest.mark.timeout(LONGEST))
