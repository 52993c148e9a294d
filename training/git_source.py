"""Reads files out of bare git clones, at the commit of HEAD."""

import os
import re
import subprocess
import threading
from collections.abc import Callable, Iterator


class GitSource:
    """One repository, cloned with `git clone --bare` into CLONES/OWNER+NAME."""

    def __init__(self, clones: str, repository: str):
        self.folder = os.path.join(clones, repository.replace("/", "+"))
        if not os.path.isdir(self.folder):
            raise FileNotFoundError(f"{self.folder}: clone {repository} there first (SOURCES.md has the commit)")

    def read(self, path: str) -> bytes:
        """Returns the content of one file."""
        return self._git("show", "HEAD:" + path)

    def files(self, wanted: Callable[[str], bool]) -> Iterator[tuple[str, str]]:
        """Yields path and text of the wanted files."""
        listing = self._git("ls-tree", "-r", "HEAD").decode()
        matches = (re.match(r"\d+ blob (\w+)\t(.*)", line) for line in listing.split("\n"))
        found = [(match[1], match[2]) for match in matches if match and wanted(match[2])]
        command = ["git", f"--git-dir={self.folder}", "cat-file", "--batch"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:

            def request() -> None:
                for blob, _ in found:
                    process.stdin.write(f"{blob}\n".encode())
                process.stdin.close()

            # In a thread: git blocks on its output while it still has requests to read.
            threading.Thread(target=request, daemon=True).start()
            for _, path in found:
                header = process.stdout.readline().split()
                if len(header) < 3:
                    continue
                content = process.stdout.read(int(header[2]))
                process.stdout.read(1)
                yield path, content.decode("utf8", "replace")

    def _git(self, *arguments: str) -> bytes:
        return subprocess.run(["git", f"--git-dir={self.folder}", *arguments], capture_output=True, check=True).stdout
