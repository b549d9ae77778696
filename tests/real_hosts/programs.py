"""The real programs of the hosts: where they are, and how each runs a prompt on our model server.

`python -m tests.real_hosts.programs` installs them by npm, 2.4 GB, into this user's cache, or into
the directory that MEMORY_STORE_HOSTS names. They must stay out of the repository.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

PACKAGES = {
    "claude": ("@anthropic-ai/claude-code@2.1.332",),
    "codex": ("@openai/codex@0.171.0",),
    "copilot": ("@github/copilot@1.0.102",),
    "gemini": ("@google/gemini-cli@0.61.0",),
    "opencode": ("opencode-ai@1.18.33",),
    "qwen": ("@qwen-code/qwen-code@0.24.4", "node@22"),
    "droid": ("droid@0.215.0",),
    "kimi": ("@moonshot-ai/kimi-code@2.1.0", "node@22"),
}
"""Under an older Node, npm takes older releases in silence: versions are exact."""

_BINARIES = {
    "claude": "**/claude-code-linux-x64/claude",
    "codex": "node_modules/.bin/codex",
    "copilot": "**/copilot-linux-x64/copilot",
    "gemini": "node_modules/.bin/gemini",
    "opencode": "**/opencode-linux-x64/bin/opencode",
    "qwen": "node_modules/.bin/qwen",
    "droid": "**/cli-linux-x64/bin/droid",
    "kimi": "node_modules/.bin/kimi",
}


def directory() -> Path:
    """Where the programs are installed."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    named = os.environ.get("MEMORY_STORE_HOSTS")
    return Path(named) if named else cache / "memory-store-tests" / "hosts"


def binary(host: str, root: Path) -> Path | None:
    """The program of a host beneath the directory; None where it is not installed."""
    return next((root / host).glob(_BINARIES[host]), None)


def install(root: Path) -> None:
    """Install what is not there yet."""
    for host, packages in PACKAGES.items():
        if binary(host, root) is None:
            (root / host).mkdir(parents=True, exist_ok=True)
            command = ["npm", "install", "--prefix", str(root / host), "--no-audit", "--no-fund"]
            subprocess.run([*command, *packages], check=True, stdout=sys.stderr)


class Asked(NamedTuple):
    """A prompt, and where it is asked."""

    home: Path
    project: Path
    prompt: str


class Run(NamedTuple):
    """A command line, the variables that it needs, and the files of its home."""

    command: list[str]
    environment: dict[str, str]
    files: dict[str, str]


def _claude(path: Path, url: str, asked: Asked) -> Run:
    trust = {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True}
    state = {
        "hasCompletedOnboarding": True,
        "projects": {os.path.realpath(asked.project): trust},
        "customApiKeyResponses": {"approved": ["sk-mock"]},
    }
    quiet = ("DISABLE_TELEMETRY", "DISABLE_ERROR_REPORTING", "DISABLE_AUTOUPDATER")
    return Run(
        [str(path), "-p", asked.prompt],
        {"ANTHROPIC_BASE_URL": url, "ANTHROPIC_API_KEY": "sk-mock"} | dict.fromkeys(quiet, "1"),
        {".claude.json": json.dumps(state)},
    )


def _codex(path: Path, url: str, asked: Asked) -> Run:
    settings = f"""model = "mock-model"
model_provider = "mock"
[model_providers.mock]
name = "mock"
base_url = "{url}/v1"
wire_api = "responses"
env_key = "MOCK_KEY"
[projects."{os.path.realpath(asked.project)}"]
trust_level = "trusted"
"""
    flags = ["--skip-git-repo-check", "--dangerously-bypass-hook-trust"]
    return Run(
        [str(path), "exec", *flags, asked.prompt],
        {"CODEX_HOME": str(asked.home / ".codex"), "MOCK_KEY": "none"},
        {".codex/config.toml": settings},
    )


def _copilot(path: Path, url: str, asked: Asked) -> Run:
    variables = {
        "COPILOT_PROVIDER_BASE_URL": f"{url}/v1",
        "COPILOT_PROVIDER_API_KEY": "none",
        "COPILOT_MODEL": "gpt-5.1",
        "COPILOT_OFFLINE": "true",
        "COPILOT_AUTO_UPDATE": "false",
        "GITHUB_COPILOT_PROMPT_MODE_REPO_HOOKS": "true",
    }
    return Run([str(path), "-p", asked.prompt, "--allow-all-tools"], variables, {})


def _gemini(path: Path, url: str, asked: Asked) -> Run:
    settings = {
        "security": {
            "auth": {"selectedType": "gemini-api-key"},
            "folderTrust": {"enabled": False},
        },
        "privacy": {"usageStatisticsEnabled": False},
        "general": {"enableAutoUpdate": False, "disableAutoUpdate": True},
    }
    variables = {
        "GEMINI_API_KEY": "mock",
        "GOOGLE_GEMINI_BASE_URL": url,
        "GEMINI_CLI_TRUST_WORKSPACE": "true",
    }
    files = {".gemini/settings.json": json.dumps(settings)}
    return Run([str(path), "-p", asked.prompt], variables, files)


def _opencode(path: Path, url: str, asked: Asked) -> Run:
    settings = {
        "autoupdate": False,
        "share": "disabled",
        "model": "mock/mock-model",
        "small_model": "mock/mock-model",
        "provider": {
            "mock": {
                "npm": "@ai-sdk/openai-compatible",
                "name": "Mock",
                "options": {"baseURL": f"{url}/v1", "apiKey": "none"},
                "models": {
                    "mock-model": {"name": "M", "limit": {"context": 128000, "output": 8000}}
                },
            }
        },
    }
    off = ("AUTOUPDATE", "MODELS_FETCH", "LSP_DOWNLOAD")
    return Run(
        [str(path), "run", asked.prompt],
        {f"OPENCODE_DISABLE_{name}": "1" for name in off},
        {".config/opencode/opencode.json": json.dumps(settings)},
    )


def _qwen(path: Path, url: str, asked: Asked) -> Run:
    settings = {
        "security": {"auth": {"selectedType": "openai"}, "folderTrust": {"enabled": False}},
        "privacy": {"usageStatisticsEnabled": False},
        "general": {"enableAutoUpdate": False, "disableAutoUpdate": True},
    }
    node = path.parents[1] / "node" / "bin"
    variables = {"OPENAI_API_KEY": "mock", "OPENAI_BASE_URL": f"{url}/v1"}
    variables |= {"OPENAI_MODEL": "mock-model", "PATH": f"{node}{os.pathsep}{os.environ['PATH']}"}
    files = {".qwen/settings.json": json.dumps(settings)}
    return Run([str(node / "node"), str(path), "-p", asked.prompt], variables, files)


def _droid(path: Path, url: str, asked: Asked) -> Run:
    model = {
        "model": "mock-model",
        "displayName": "Mock",
        "baseUrl": f"{url}/v1",
        "apiKey": "none",
        "provider": "generic-chat-completion-api",
        "maxOutputTokens": 8000,
    }
    return Run(
        [str(path), "exec", "-m", "custom:Mock-0", asked.prompt],
        {"FACTORY_API_KEY": "fk-mock"},
        {".factory/settings.json": json.dumps({"customModels": [model]})},
    )


def _kimi(path: Path, url: str, asked: Asked) -> Run:
    settings = f"""default_model = "mock"
[providers.mock]
type = "openai"
base_url = "{url}/v1"
api_key = "none"
[models.mock]
provider = "mock"
model = "mock-model"
max_context_size = 128000
"""
    node = path.parents[1] / "node" / "bin"
    variables = {"PATH": f"{node}{os.pathsep}{os.environ['PATH']}"}
    command = [str(node / "node"), str(path.resolve()), "-p", asked.prompt]
    return Run(command, variables, {".kimi-code/config.toml": settings})


RUNS: dict[str, Callable[[Path, str, Asked], Run]] = {
    "claude": _claude,
    "codex": _codex,
    "copilot": _copilot,
    "gemini": _gemini,
    "opencode": _opencode,
    "qwen": _qwen,
    "droid": _droid,
    "kimi": _kimi,
}
"""How each host runs a prompt, given its program and the server's address."""

SCREENS: dict[str, Callable[[Path], list[str]]] = {
    "claude": lambda path: [str(path)],
    "codex": lambda path: [str(path), "--dangerously-bypass-hook-trust"],
}
"""How the screen of a host is opened, in which a person types."""


if __name__ == "__main__":
    if shutil.which("npm") is None:
        sys.exit("npm is not installed")
    install(directory())
