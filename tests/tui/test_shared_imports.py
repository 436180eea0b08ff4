"""Two threads that begin work at once must not meet in packages whose modules import each other."""

import subprocess
import sys

RACE = """
import sys, threading
from ragtriage.tui import shared_imports
sys.setswitchinterval(1e-6)  # a thread gives way after each few steps
failed = []
def work(statement):
    try:
        shared_imports.load()
        exec(statement)
    except ImportError as error:
        failed.append(error)
statements = ("import rapidfuzz.distance", "import rapidfuzz.fuzz", "from rapidfuzz import process", "import rapidfuzz")
threads = [threading.Thread(target=work, args=(one,)) for one in statements * 4]
for one in threads: one.start()
for one in threads: one.join()
sys.exit(str(failed) if failed else 0)
"""


def test_threads_that_begin_at_once_all_find_their_modules_whole():
    done = subprocess.run([sys.executable, "-c", RACE], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
