"""The app that the tests of widgets share, loaded by its path as test folders are no packages."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture(scope="session")
def widget_app() -> ModuleType:
    """The module `widget_app.py`, with `WidgetApp` and `example_story`."""
    name = "ragtriage_test_widget_app"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, Path(__file__).parent / "widget_app.py")
        assert spec and spec.loader
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]
