"""A network of loopback alone, where a test's server and the programs it starts can meet.

It must not touch this machine's own network; where there are no namespaces for us (some
containers, other systems) it is the ordinary loopback. As a script, it keeps the namespace open.
"""

from __future__ import annotations

import contextlib
import shutil
import socket
import struct
import subprocess
import sys
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ANSWER_SECONDS = 10.0
SIOCSIFFLAGS, IFF_UP = 0x8914, 0x1  # linux/sockios.h, linux/if.h


class Network(NamedTuple):
    """A place to listen, and the words to put before a command that shall run there."""

    entrance: tuple[str, ...]
    listen: Callable[[], socket.socket]

    @property
    def isolated(self) -> bool:
        """Whether nothing but loopback can be reached from within."""
        return bool(self.entrance)


class Way(NamedTuple):
    """How to make a namespace, and how to step into it."""

    unshare: tuple[str, ...]
    enter: tuple[str, ...]


WAYS = (
    Way(unshare=("unshare", "--net"), enter=("nsenter", "--net")),
    Way(
        unshare=("unshare", "--user", "--map-root-user", "--net"),
        enter=("nsenter", "--user", "--preserve-credentials", "--net"),
    ),
)


def listen_on_loopback() -> socket.socket:
    """A listening socket on a free port of 127.0.0.1, in the network of whoever calls."""
    return socket.create_server(("127.0.0.1", 0))


ORDINARY = Network(entrance=(), listen=listen_on_loopback)


@contextlib.contextmanager
def opened() -> Iterator[Network]:
    """An isolated network until the block ends, or ORDINARY where none can be made."""
    with contextlib.ExitStack() as stack:
        made = (stack.enter_context(_made(way)) for way in WAYS)
        yield next((network for network in made if network), ORDINARY)


@contextlib.contextmanager
def _made(way: Way) -> Iterator[Network | None]:
    if not (shutil.which(way.unshare[0]) and shutil.which(way.enter[0])):
        yield None
        return
    ours, theirs = socket.socketpair()
    with theirs:
        command = [*way.unshare, sys.executable, "-I", "-S", __file__]
        keeper = subprocess.Popen(command, stdin=theirs.fileno(), stderr=subprocess.DEVNULL)
    with keeper, ours:  # left in turn: ours closes, which ends the keeper, which is waited for
        ours.settimeout(ANSWER_SECONDS)
        try:
            _listener_from(ours).close()
        except OSError:
            yield None
            return
        entrance = (*way.enter, "--target", str(keeper.pid), "--")
        yield Network(entrance=entrance, listen=lambda: _listener_from(ours))


def _listener_from(keeper: socket.socket) -> socket.socket:
    keeper.sendall(b"?")
    _, descriptors, _, _ = socket.recv_fds(keeper, 1, 1)
    if not descriptors:
        raise ConnectionAbortedError("the keeper of the network namespace has gone")
    return socket.socket(fileno=descriptors[0])


def keep() -> None:
    """Brings loopback up and hands out listening sockets over standard input until that closes."""
    import fcntl  # not on Windows, where this file is imported as well

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", IFF_UP))
    with socket.socket(fileno=0) as control:
        while control.recv(1):
            with listen_on_loopback() as listener:
                socket.send_fds(control, [b"."], [listener.fileno()])


if __name__ == "__main__":
    keep()
