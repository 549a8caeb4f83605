"""Where `mazziere` begins: Ctrl-C is heard before anything large is imported."""

import os
import signal
import sys
from typing import Any


def main() -> None:
    """Run the command line in argv; exits."""
    signal.signal(signal.SIGINT, _too_early)
    from analyzer.cli import main

    main()


def _too_early(number: int, frame: Any) -> None:
    """Ctrl-C while commands are still read: leave at once, for whatever is being imported may not be interrupted."""
    print("mazziere: interrupted before anything was begun", file=sys.stderr, flush=True)
    os._exit(128 + number)


if __name__ == "__main__":
    main()
