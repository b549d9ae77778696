"""Takes docs/view-*.png of the page with a memory of its own: `python docs/screenshots.py`.

Needs the test extra and a Chromium. The memory is made of commands and hooks in a throw-away home.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

_DOCS = Path(__file__).parent
_FACTS = (
    ("O", "以后一律用 pnpm 安装依赖，不要用 npm"),
    ("O", "Never push to main without a review"),
    ("O", "部署前先跑 make smoke"),
    ("W", "billing 用 Postgres 16，连接池上限 40"),
    ("W", "The gateway listens on port 8080, staging on 8081"),
    ("W", "订单服务部署在 Fly.io（香港机房）"),
)
_SHOTS = (
    ("view-now", "now", "en-US", "light"),
    ("view-now-dark", "now", "en-US", "dark"),
    ("view-facts-zh", "facts", "zh-CN", "light"),
)


def main() -> None:
    """Make the memory, serve it, and take the pictures."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        project = Path(home, "shop")
        project.mkdir()
        environment = {**os.environ, "HOME": home, "XDG_CONFIG_HOME": f"{home}/config"}
        environment |= {"XDG_CACHE_HOME": f"{home}/cache", "XDG_STATE_HOME": f"{home}/state"}
        command = [sys.executable, "-m", "memory_store"]
        for host in ("claude", "cursor"):
            words = ["init", "--project", str(project), "--host", host]
            subprocess.run([*command, *words], check=True, env=environment, capture_output=True)
        for kind, text in _FACTS:
            words = ["save-fact", "--project", str(project), "--type", kind, "--content", text]
            subprocess.run([*command, *words], check=True, env=environment, capture_output=True)
        serving = subprocess.Popen(
            [*command, "view", "--no-browser", "--project", str(project)],
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        assert serving.stdout is not None  # noqa: S101  it is a pipe
        try:
            _take(serving.stdout.readline().strip(), chromium)
        finally:
            serving.terminate()


def _take(address: str, chromium: str | None) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        entered = browser.new_context()
        page = entered.new_page()
        page.goto(address)  # its token opens the page once
        page.wait_for_url("**/now")
        state = entered.storage_state()
        for name, page_name, language, scheme in _SHOTS:
            context = browser.new_context(
                storage_state=state,
                locale=language,
                color_scheme="dark" if scheme == "dark" else "light",
                viewport={"width": 1200, "height": 720},
            )
            page = context.new_page()
            page.goto(address.partition("#")[0] + page_name)
            page.screenshot(path=str(_DOCS / f"{name}.png"))
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
