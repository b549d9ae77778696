"""Tells in a sentence why a place is not reached, from what the programs that reach it say."""

from __future__ import annotations

from memory_store import errors

_REASONS = (
    ("no password supplied", "it asks for a password: ~/.pgpass (chmod 600) or PGPASSWORD has it"),
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
    ("no pg_hba.conf entry", "its pg_hba.conf lets this login in from here not at all, or by TLS"),
    ("does not support SSL", "it has no TLS, which sslmode asks for"),
    ("the database system is", "it is starting, or about to stop"),
    (": database ", "it has no such database"),
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
        "Permission denied (",
        "it refuses the login or the key: ssh has to get in without a question",
    ),
    ("Host key verification failed", "ssh does not know the host, or as another: go there once"),
    ("Could not resolve host", "there is no host of this name"),
    ("does not appear to be a git repository", "no git repository is there"),
    ("timed out", "it did not answer in time"),
)
"""What git, ssh, libpq or an English server says, and what it means; the first one counts."""


def why(fault: str) -> str:
    """The reason that a complaint means, a message where it is known; else the complaint."""
    known = (errors.Message(reason) for mark, reason in _REASONS if mark in fault)
    return next(known, fault)
