"""Packages that several threads load on demand, loaded by one thread at a time.

rapidfuzz's modules import each other. Where two threads meet in them, Python breaks the tie by giving one a module that
is not whole yet, and the work ends with an ImportError.
"""

import threading

_lock = threading.Lock()


def load_shared() -> None:
    """Load them, or wait until another thread has. Costs nothing from the second time on."""
    with _lock:
        import rapidfuzz.distance
        import rapidfuzz.fuzz
        import rapidfuzz.process  # noqa: F401
