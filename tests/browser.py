"""A real browser without a window, for the tests of pages; they are skipped where there is none, unless demanded.

MAZZIERE_BROWSER=required makes a missing browser a failure; another value is the path of a Chromium.
"""

import importlib
import os
import shutil
from contextlib import contextmanager

import pytest

TOLD = os.environ.get("MAZZIERE_BROWSER", "")
REQUIRED = TOLD == "required"
KINDS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PATH = next(filter(None, map(shutil.which, KINDS)), None) if TOLD in ("", "required") else TOLD


def missing():
    """What is not there; "" if nothing is missing."""
    try:
        for module in ("playwright.sync_api", "axe_playwright_python.sync_playwright"):
            importlib.import_module(module)
    except ImportError as error:
        return f"{error.name} is not installed: pip install -e '.[dev]'"
    return "" if PATH else f"there is no {KINDS[0]} on this machine: apt-get install {KINDS[0]}"


@contextmanager
def launched():
    """A browser; skips, or fails where one is required."""
    if missing():
        (pytest.fail if REQUIRED else pytest.skip)(f"no page was looked at: {missing()}")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as kit:
        browser = kit.chromium.launch(executable_path=PATH, args=["--no-sandbox", "--disable-gpu"])
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def opened(browser, path, width=390, scheme="light"):
    """The page in a window so wide; what went wrong on it and what it asked for is in `page.trouble`."""
    context = browser.new_context(viewport={"width": width, "height": 844}, color_scheme=scheme)
    page = context.new_page()
    page.trouble = []
    page.on("console", lambda message: page.trouble.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: page.trouble.append(f"error: {error}"))
    page.on("requestfailed", lambda request: page.trouble.append(f"failed: {request.url}"))
    page.on("request", lambda request: _note_request(page, request))
    page.address = path.resolve().as_uri()
    page.goto(page.address)
    try:
        yield page
    finally:
        context.close()


def _note_request(page, request):
    if request.url.partition("#")[0] != page.address and not request.url.startswith("data:"):
        page.trouble.append(f"asked for {request.url}")


# For every word of every chart: how well it can be told from what lies under it.
CONTRASTS = """() => {
  const parse = (text) => {
    const parts = (text.match(/[0-9.]+/g) || []).map(Number);
    return {color: parts.slice(0, 3), alpha: parts.length > 3 ? parts[3] : 1};
  };
  const light = (color) => {
    const [r, g, b] = color.map((x) => x / 255).map((x) => x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const found = [];
  for (const svg of document.querySelectorAll("figure svg")) {
    for (const text of svg.querySelectorAll("text")) {
      if (!text.textContent.trim()) continue;
      text.scrollIntoView({block: "center", behavior: "instant"});
      const box = text.getBoundingClientRect();
      const under = document.elementsFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      let ground = parse(getComputedStyle(svg).backgroundColor).color;
      for (const shape of under.filter((each) => svg.contains(each) && each.tagName == "path").reverse()) {
        const style = getComputedStyle(shape), size = shape.getBoundingClientRect();
        if (style.fill == "none" || size.width < box.width * 0.6 || size.height < box.height * 0.6) continue;
        const fill = parse(style.fill), share = fill.alpha * style.opacity * style.fillOpacity;
        ground = ground.map((x, k) => share * fill.color[k] + (1 - share) * x);
      }
      const two = [light(ground), light(parse(getComputedStyle(text).fill).color)].sort((a, b) => b - a);
      found.push([text.textContent, (two[0] + 0.05) / (two[1] + 0.05), svg.matches(".white")]);
    }
  }
  return found;
}"""
