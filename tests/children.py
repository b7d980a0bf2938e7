"""A child process that does something without end and says so, until it is killed."""

from __future__ import annotations

import os
import select
import signal
import traceback
from collections.abc import Callable


class Child:
    """Works in a fork, and writes lines to the pipe it is given."""

    def __init__(self, work: Callable[[int], object]) -> None:
        self.said = b""
        self._reading, writing = os.pipe()
        self._process = os.fork()
        if self._process == 0:
            os.close(self._reading)
            try:
                work(writing)
            except BaseException:
                traceback.print_exc()
            os._exit(1)
        os.close(writing)

    def hear(self, lines: int, seconds: float = 15) -> None:
        """Listen until it has said so many lines more, or nothing for a while."""
        wanted = self.said.count(b"\n") + lines
        while self.said.count(b"\n") < wanted:
            if not select.select([self._reading], [], [], seconds)[0]:
                break
            chunk = os.read(self._reading, 65536)
            if not chunk:
                break
            self.said += chunk

    def kill(self) -> list[str]:
        """Kill it; return all the lines that it has said."""
        os.kill(self._process, signal.SIGKILL)
        _child, status = os.waitpid(self._process, 0)
        assert os.WIFSIGNALED(status), "the child came to an end of its own"
        while chunk := os.read(self._reading, 65536):
            self.said += chunk
        os.close(self._reading)
        return self.said.decode().split("\n")[:-1]
