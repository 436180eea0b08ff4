"""`python -m ragtriage`."""

import sys

from ragtriage.cli import main

if __name__ == "__main__":
    sys.exit(main())
