"""Compile what bots look ahead with, before anybody plays: `python -m elfer.fast`, or for a table `… elfer.4`."""

import sys

from elfer.fast.ahead import prepare
from elfer.fast.compiling import NotInstalled
from elfer.fast.kernels import NoKernel


def main(codes: list[str]) -> int:
    """Returns 2 if there is nothing to compile, or nothing to compile it with."""
    try:
        print("ready to look ahead:", ", ".join(prepare(codes)))
    except (NotInstalled, NoKernel, ValueError) as why:
        print(why, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
