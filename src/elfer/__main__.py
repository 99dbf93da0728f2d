"""`python -m elfer` is the command `elfer`."""

import sys

from elfer.cli import main

if __name__ == "__main__":
    sys.exit(main())
