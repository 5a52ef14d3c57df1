// What a report does: numbers on pointing, tables that sort and save themselves, layers of maps, light and dark.
"use strict";
(() => {
  const tip = document.getElementById("tip");
  const words = JSON.parse(document.getElementById("words").textContent);
  const all = (what, inside = document) => [...inside.querySelectorAll(what)];

  // Numbers on pointing, on focus and on touch.
  const show = (mark) => {
    const [first, ...rest] = mark.dataset.tip.split("\n");
    const head = document.createElement("b");
    head.textContent = first;
    tip.replaceChildren(head, rest.join("\n"));
    tip.hidden = false;
    const box = mark.getBoundingClientRect();
    const left = Math.min(Math.max(8, box.left + box.width / 2 - tip.offsetWidth / 2), innerWidth - tip.offsetWidth - 8);
    const above = box.top - tip.offsetHeight - 8;
    tip.style.left = `${left}px`;
    tip.style.top = `${above > 44 ? above : Math.min(box.bottom + 8, innerHeight - tip.offsetHeight - 8)}px`;
  };
  const hide = () => { tip.hidden = true; };

  for (const figure of all("svg.plot")) {
    const marks = all(".m", figure);
    marks.forEach((mark, place) => {
      const title = mark.querySelector(":scope > title");
      mark.dataset.tip = title.textContent;
      mark.setAttribute("aria-label", title.textContent.replaceAll("\n", ", "));
      mark.setAttribute("role", "img");
      mark.setAttribute("tabindex", place ? "-1" : "0");
      title.remove(); // else the browser shows it too
    });
    figure.addEventListener("pointerover", (event) => {
      const mark = event.target.closest(".m");
      if (mark) show(mark);
    });
    figure.addEventListener("pointerout", (event) => { if (event.pointerType === "mouse") hide(); });
    figure.addEventListener("focusin", (event) => {
      const mark = event.target.closest(".m");
      if (mark) show(mark);
    });
    figure.addEventListener("focusout", hide);
    figure.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      const here = marks.indexOf(document.activeElement);
      if (event.key === "Escape") hide();
      if (!step || here < 0) return;
      event.preventDefault();
      const next = marks[(here + step + marks.length) % marks.length];
      marks[here].setAttribute("tabindex", "-1");
      next.setAttribute("tabindex", "0");
      next.focus();
    });
  }
  document.addEventListener("pointerdown", (event) => {
    const mark = event.target.closest("svg.plot .m");
    if (mark) show(mark); else hide();
  });
  addEventListener("scroll", () => { if (!document.activeElement?.closest(".m")) hide(); }, { passive: true });

  // Layers of maps: all maps show the same one, as far as they have it.
  const maps = all("figure[data-layer]");
  for (const figure of maps) {
    figure.addEventListener("change", (event) => {
      for (const map of maps) {
        const same = map.querySelector(`input[value="${event.target.value}"]`);
        if (same) { same.checked = true; map.dataset.layer = same.value; }
      }
    });
  }

  // Tables: a head sorts by its column, numbers by their raw value, what is missing last.
  const key = (cell) => {
    const raw = cell.dataset.value ?? cell.textContent;
    if (raw === "") return null;
    return cell.classList.contains("num") && !Number.isNaN(Number(raw)) ? Number(raw) : raw;
  };
  const sort = (table, column, head) => {
    const ascending = head.getAttribute("aria-sort") === "descending" ||
      (head.getAttribute("aria-sort") === null && !head.classList.contains("num"));
    all("th", table).forEach((one) => one.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", ascending ? "ascending" : "descending");
    const rows = [...table.tBodies[0].rows].map((row) => [key(row.cells[column]), row]);
    rows.sort(([a], [b]) => {
      if (a === null || b === null) return (a === null) - (b === null);
      const order = typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), document.documentElement.lang, { numeric: true });
      return ascending ? order : -order;
    });
    table.tBodies[0].append(...rows.map(([, row]) => row));
  };
  const quoted = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = (rows) => rows.map((row) => row.map(quoted).join(",")).join("\r\n") + "\r\n";
  const save = (text, name) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
    link.download = `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.csv`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const csv = (table) => {
    const heads = [...table.tHead.rows[0].cells].map((head) => head.dataset.name ?? head.textContent);
    const rows = [...table.tBodies[0].rows];
    const spans = heads.map((_, place) => rows.some((row) => "low" in row.cells[place].dataset) && heads[place + 1] !== "low");
    const raws = rows.map((row) => [...row.cells].flatMap((cell, place) => {
      const raw = cell.dataset.value ?? cell.textContent;
      return spans[place] ? [raw, cell.dataset.low ?? "", cell.dataset.high ?? ""] : [raw];
    }));
    const first = heads.flatMap((head, place) => (spans[place] ? [head, `${head} low`, `${head} high`] : [head]));
    return lines([first, ...raws]);
  };
  for (const table of all("table.sortable")) {
    all("th", table).forEach((head, column) => {
      if (table.tBodies[0].rows.length < 2) return;
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => sort(table, column, head));
    });
    const button = document.createElement("button");
    button.type = "button";
    button.className = "save";
    button.textContent = "CSV";
    button.title = words.save_table;
    const caption = table.closest(".sheet").querySelector(".caption");
    caption.append(button);
    button.addEventListener("click", () => save(csv(table), caption.querySelector("b").textContent));
  }
  for (const button of all("figure > .save")) {
    const figure = button.parentElement;
    button.hidden = false;
    button.title = words.save_figure;
    button.addEventListener("click", () => {
      const names = ["run", "measure", "of", "value", "low", "high"];
      const rows = all(".m[data-value]", figure).map((mark) => names.map((name) => mark.dataset[name] ?? ""));
      save(lines([names, ...rows]), figure.querySelector("figcaption b").textContent);
    });
  }

  // Commands to copy.
  for (const button of all(".copy")) {
    button.hidden = !navigator.clipboard;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(button.parentElement.querySelector("code").textContent);
      button.textContent = words.copied;
    });
  }

  // The list of sections tells where the reader is.
  const links = new Map(all(".top .links a").map((link) => [link.getAttribute("href").slice(1), link]));
  const near = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      for (const link of links.values()) link.removeAttribute("aria-current");
      const link = links.get(entry.target.id);
      link?.setAttribute("aria-current", "true");
      if (link) link.parentElement.scrollLeft = link.offsetLeft - link.parentElement.clientWidth / 2;
    }
  }, { rootMargin: "-20% 0px -70% 0px" });
  for (const section of all("main section")) near.observe(section);

  // Light and dark: as the system says, until the switch says otherwise.
  const root = document.documentElement;
  const kept = (value) => {
    try {
      if (value) localStorage.setItem("conquest-theme", value);
      return localStorage.getItem("conquest-theme");
    } catch {
      return null; // a page from a disk may have no memory
    }
  };
  if (kept()) root.dataset.theme = kept();
  const button = document.getElementById("theme");
  button.hidden = false;
  button.addEventListener("click", () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    kept(root.dataset.theme);
  });
  root.dataset.ready = "yes";
})();
