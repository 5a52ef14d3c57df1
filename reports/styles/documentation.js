// What the documentation does: searches all pages, opens the list of pages on a phone, light and dark.
"use strict";
(() => {
  const root = document.documentElement, place = (id) => document.getElementById(id);
  const box = place("search"), found = place("found"), base = root.dataset.root;
  const MOST = 12;

  // The words of all pages lie in a file of their own, which is read when somebody begins to search.
  let entries = null;
  const read = () => entries ??= new Promise((done) => {
    const script = document.createElement("script");
    script.src = `${base}/search.js`;
    script.onload = () => done(globalThis.searchEntries.map(([url, page, heading, words]) => ({
      url, page, heading, words, all: `${page}\n${heading}\n${words}`.toLowerCase(),
      head: `${page}\n${heading}`.toLowerCase(),
    })));
    document.head.append(script);
  });

  /** Entries that hold all words, those with a word in the heading first. */
  function matches(some, text) {
    const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
    if (!wanted.length) return [];
    const points = (one) => wanted.reduce((sum, word) => {
      const inHead = one.head.split(/[^\p{L}\p{N}_-]+/u);
      return sum + (inHead.includes(word) ? 40 : one.head.includes(word) ? 15 : 0) + Math.min(5, one.all.split(word).length - 1);
    }, 0) - one.words.length / 1e5;
    return some.filter((one) => wanted.every((word) => one.all.includes(word)))
      .map((one) => [points(one), one]).sort((a, b) => b[0] - a[0]).slice(0, MOST).map(([, one]) => one);
  }

  function excerpt({ words }, text) {
    const first = text.toLowerCase().split(/\s+/).find((word) => word && words.toLowerCase().includes(word));
    const at = Math.max(0, (first ? words.toLowerCase().indexOf(first) : 0) - 40);
    return `${at ? "…" : ""}${words.slice(at, at + 130)}${words.length > at + 130 ? "…" : ""}`;
  }

  async function search() {
    const text = box.value.trim(), hits = matches(await read(), text);
    if (text !== box.value.trim()) return;
    found.replaceChildren(...hits.map((one) => {
      const item = document.createElement("li"), link = document.createElement("a");
      const head = document.createElement("b"), more = document.createElement("small");
      link.href = `${base}/${one.url}`;
      head.textContent = one.heading === one.page ? one.page : `${one.page}: ${one.heading}`;
      more.textContent = excerpt(one, text);
      link.append(head, more);
      item.append(link);
      return item;
    }));
    if (text && !hits.length) {
      const item = document.createElement("li");
      item.textContent = "Nothing has all of these words.";
      found.append(item);
    }
    found.hidden = !text;
    place("said").textContent = text ? `${hits.length} found` : "";
  }
  box.addEventListener("input", search);
  box.addEventListener("focus", search);
  document.addEventListener("click", (event) => { if (!event.target.closest(".search")) found.hidden = true; });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !/input|textarea/i.test(document.activeElement.tagName)) {
      event.preventDefault();
      box.focus();
    }
    const links = [...found.querySelectorAll("a")], here = links.indexOf(document.activeElement);
    if (found.hidden || !document.activeElement.closest(".search")) return;
    if (event.key === "Escape") found.hidden = true;
    if (event.key === "Enter" && here < 0 && links.length) links[0].click();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !links.length) return;
    event.preventDefault();
    if (here + step < 0) box.focus();
    else links[Math.min(here + step, links.length - 1)].focus();
  });

  place("menu").addEventListener("click", () => {
    place("menu").setAttribute("aria-expanded", String(place("parts").classList.toggle("open")));
  });
  place("parts").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });

  const kept = (value) => {
    try {
      if (value) localStorage.setItem("conquest-theme", value);
      return localStorage.getItem("conquest-theme");
    } catch {
      return null; // a page from a disk may have no memory
    }
  };
  if (kept()) root.dataset.theme = kept();
  place("theme").addEventListener("click", () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    kept(root.dataset.theme);
  });
  root.dataset.ready = "yes";
})();
