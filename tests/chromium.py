"""Drives a headless Chromium over its DevTools pipe: opens a page, looks at it, presses keys, prints."""

import base64
import contextlib
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

NAMES = ("chromium", "chromium-browser", "google-chrome")
# The browser reads its orders from descriptor 3 and answers on 4.
PUT_IN_PLACE = """
import fcntl, os, sys
ours = [fcntl.fcntl(int(number), fcntl.F_DUPFD, 10) for number in sys.argv[1:3]]
for number, place in zip(ours, (3, 4)):
    os.dup2(number, place)
os.execv(sys.argv[3], sys.argv[3:])
"""
PATIENCE = 60.0  # seconds for one answer, on a machine that is busy


def found():
    """The path of a Chromium, or None."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Chromium:
    """One browser with one page; to be used in a `with` statement."""

    def __init__(self, program=None):
        self.program = program or found()
        self.messages = []  # what came from the page without being asked for
        self._number = 0
        self._unread = b""

    def __enter__(self):
        self._home = tempfile.TemporaryDirectory(prefix="chromium-", ignore_cleanup_errors=True)
        to_browser, self._to = os.pipe()
        self._from, from_browser = os.pipe()
        self._process = subprocess.Popen(
            [
                *(sys.executable, "-c", PUT_IN_PLACE, str(to_browser), str(from_browser), self.program),
                *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"),
                *("--no-first-run", "--disable-background-networking", "--remote-debugging-pipe"),
                *(f"--user-data-dir={self._home.name}", "about:blank"),
            ],
            pass_fds=(to_browser, from_browser),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        os.close(to_browser)
        os.close(from_browser)
        try:
            pages = self.ask("Target.getTargets")["targetInfos"]
            page = next(one["targetId"] for one in pages if one["type"] == "page")
            self._session = self.ask("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
            for domain in ("Page", "Runtime", "Log"):
                self.of_page(f"{domain}.enable")
            self.of_page("Emulation.setFocusEmulationEnabled", enabled=True)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        # The whole group, which was started here and holds the browser's own children.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait(PATIENCE)
        os.close(self._to)
        os.close(self._from)
        self._home.cleanup()

    # Words of the protocol

    def ask(self, method, session=None, **given):
        """Send an order to the browser and return its answer."""
        self._number += 1
        number = self._number
        order = {"id": number, "method": method, "params": given}
        if session:
            order["sessionId"] = session
        os.write(self._to, json.dumps(order).encode() + b"\0")
        until = time.monotonic() + PATIENCE
        while True:
            message = self._next(until)
            if message.get("id") == number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return message["result"]
            self.messages.append(message)

    def of_page(self, method, **given):
        """Send an order to the page and return its answer."""
        return self.ask(method, self._session, **given)

    def _next(self, until):
        while b"\0" not in self._unread:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self._from], [], [], left)[0]:
                raise TimeoutError(f"no answer from {self.program} within {PATIENCE:g} s")
            more = os.read(self._from, 1 << 20)
            if not more:
                raise RuntimeError(f"{self.program} has ended")
            self._unread += more
        line, _, self._unread = self._unread.partition(b"\0")
        return json.loads(line)

    # What a reader does

    def look(self, wide, high=900, scale=1, dark=False, media="", touch=False):
        """Set the size of the window, the colour scheme and the medium."""
        self.of_page(
            "Emulation.setDeviceMetricsOverride",
            width=wide,
            height=high,
            deviceScaleFactor=scale,
            mobile=touch,
        )
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.of_page("Emulation.setEmulatedMedia", media=media, features=scheme)
        self.of_page("Emulation.setTouchEmulationEnabled", enabled=touch)

    def open(self, path):
        """Open a file and wait until it is there."""
        self.messages.clear()
        self.of_page("Page.navigate", url=f"file://{os.path.abspath(path)}")
        until = time.monotonic() + PATIENCE
        while self.run("document.readyState") != "complete" or self.run("location.href") == "about:blank":
            if time.monotonic() > until:
                raise TimeoutError(f"{path} is not loaded within {PATIENCE:g} s")
            time.sleep(0.05)

    def run(self, script):
        """Return the value of a piece of script, which may be a promise."""
        answer = self.of_page("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(
                answer["exceptionDetails"].get("exception", {}).get("description", str(answer))
            )
        return answer["result"].get("value")

    def complaints(self):
        """What the page complained about: errors, warnings, and what it tried to load."""
        self.run("0")
        told = []
        for message in self.messages:
            method, given = message.get("method"), message.get("params", {})
            if method == "Runtime.exceptionThrown":
                told.append(given["exceptionDetails"]["text"])
            elif method == "Runtime.consoleAPICalled" and given["type"] in ("error", "warning", "assert"):
                told.append(str(given["args"]))
            elif method == "Log.entryAdded" and given["entry"]["level"] in ("error", "warning"):
                told.append(given["entry"]["text"])
        return told

    def press(self, key, text=""):
        """Press a key by its name, such as Tab, ArrowRight, Enter."""
        codes = {
            "Tab": 9,
            "Enter": 13,
            "Escape": 27,
            " ": 32,
            "ArrowLeft": 37,
            "ArrowUp": 38,
            "ArrowRight": 39,
        }
        code = codes.get(key, 40)
        typed = text or {"Enter": "\r", " ": " "}.get(key, "")
        for kind in ("keyDown", "keyUp"):
            given = {"text": typed} if typed and kind == "keyDown" else {}
            self.of_page("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code, **given)

    def point(self, x, y, click=False):
        """Move the mouse there, and click if asked to."""
        self.of_page("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        if click:
            for kind in ("mousePressed", "mouseReleased"):
                self.of_page("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def tap(self, x, y):
        """Touch the screen there."""
        self.of_page("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.of_page("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def picture(self, path, whole=True):
        """Save what is seen, or the whole page, as PNG."""
        if whole:
            size = self.of_page("Page.getLayoutMetrics")["cssContentSize"]
            clip = {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}
            shot = self.of_page("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)
        else:
            shot = self.of_page("Page.captureScreenshot")
        with open(path, "wb") as file:
            file.write(base64.b64decode(shot["data"]))

    def printed(self):
        """Return the page as PDF on A4."""
        return base64.b64decode(
            self.of_page("Page.printToPDF", paperWidth=8.27, paperHeight=11.69, printBackground=True)["data"]
        )
