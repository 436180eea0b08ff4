"""`python -m ragtriage`."""

import os
import sys

if __name__ == "__main__":
    # Python puts the current folder first: a `yaml.py` in a workspace would be run in place of the library.
    sys.path[:] = [path for path in sys.path if path not in ("", os.getcwd())]  # noqa: PTH109

    from ragtriage.launch import main

    sys.exit(main())
