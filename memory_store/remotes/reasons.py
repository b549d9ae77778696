"""Tells in a sentence why a place is not reached, from what the programs that reach it say.

Must not reach the place itself, or say more than the programs said.
"""

from __future__ import annotations

import re

from memory_store import errors

_REASONS = (
    (
        "no password supplied",
        (
            "it asks for a password, and ~/.pgpass (chmod 600) has none for this host, port,"
            " database and login, nor PGPASSWORD"
        ),
    ),
    (
        "password authentication failed",
        "it refuses the login or the password: see ~/.pgpass (chmod 600) or PGPASSWORD",
    ),
    ("does not match host name", "its certificate is of another host"),
    (
        "certificate verify failed",
        "its certificate is out of date, or of a signer that sslrootcert does not name",
    ),
    ("root certificate file", "no certificate is there to check its own by: see sslrootcert"),
    (
        r"no pg_hba\.conf entry",
        "its pg_hba.conf does not let this login in from here, or only with TLS",
    ),
    ("does not support SSL", "it has no TLS, which sslmode asks for"),
    ("the database system is", "it is starting, or about to stop"),
    ('database ".*" does not exist', "it has no such database"),
    ('role ".*" does not exist', "it has no such login"),
    ("failed to resolve host", "there is no host of this name"),
    (
        'xtension "vector"',
        "it lacks pgvector, or only a superuser may create the extension vector",
    ),
    ("permission denied", "this login may not do that: its owner does"),
    ("statement timeout", "it did not answer in time"),
    ("timeout expired", "it did not answer in time"),
    ("server closed the connection", "it ended the connection"),
    ("terminating connection", "it ended the connection"),
    ("Connection refused", "nothing answers there"),
    (
        r"Permission denied \(",
        "it refuses the login or the key: ssh has to get in without a question",
    ),
    (
        r"has changed and you have requested.*\n.*Host key verification failed",
        (
            "the host's key has changed: check the new one with its owner, then ssh-keygen -R HOST"
            " ('[HOST]:PORT' for another port than 22)"
        ),
    ),
    (
        "Host key verification failed",
        "ssh does not know the host yet: go there once by ssh, and check its key",
    ),
    ("Could not resolve host", "there is no host of this name"),
    ("does not appear to be a git repository", "no git repository is there"),
    ("timed out", "it did not answer in time"),
)
"""What the last line of git, ssh, libpq or an English server says, and what it means; the first
one counts."""


def why(said: str) -> str:
    """The reason that a complaint means, a message where it is known; else its last line."""
    lines = said.strip().splitlines() or [""]
    text = "\n".join(lines)
    known = (errors.Message(one) for mark, one in _REASONS if re.search(rf"{mark}.*\Z", text))
    return next(known, lines[-1] or errors.Message("ssh or git ended without a word"))
