// Plays one game: positions after each event, forwards and backwards, with its list of events and its curve.
"use strict";
(() => {
  const game = JSON.parse(document.getElementById("game").textContent);
  const at = (id) => document.getElementById(id);
  const all = (what, inside = document) => [...inside.querySelectorAll(what)];
  const make = (name, attributes = {}, text = "") => {
    const one = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
    one.textContent = text;
    return one;
  };
  const html = (name, style, text = "") => {
    const one = document.createElement(name);
    one.className = style;
    one.textContent = text;
    return one;
  };
  const { players, steps, words, course } = game;
  const last = steps.length - 1;
  const badge = (player) => html("i", `badge s${player - 1}`, players[player - 1]);

  // The whole position after an event, from what each event changed since the last one that is kept whole.
  const EVERY = 250;
  const kept = [{ places: {}, hands: {}, standings: {} }]; // before event 0, EVERY, 2 * EVERY …
  const positionAt = (place) => {
    const whole = Math.floor(place / EVERY);
    const copy = ({ places, hands, standings }) => ({ places: { ...places }, hands: { ...hands }, standings: { ...standings } });
    const change = (position, step) => {
      Object.assign(position.places, step.p);
      Object.assign(position.hands, step.h);
      Object.assign(position.standings, step.c);
    };
    while (kept.length <= whole) {
      const next = copy(kept.at(-1));
      const start = (kept.length - 1) * EVERY;
      for (const step of steps.slice(start, start + EVERY)) change(next, step);
      kept.push(next);
    }
    const position = copy(kept[whole]);
    for (const step of steps.slice(whole * EVERY, place + 1)) change(position, step);
    return position;
  };
  const turns = steps.flatMap((step, place) => (step.o ? [place] : []));

  // The board: what each place shows is drawn anew when it changes.
  const board = document.querySelector("svg.board-of-game");
  const places = new Map(all(".place", board ?? document.createElement("i")).map((place) => [place.dataset.place, place]));
  const shown = new Map();
  const drawPlace = (id, [holders, number, note]) => {
    const place = places.get(id);
    const text = JSON.stringify([holders, number, note]);
    if (!place || shown.get(id) === text) return;
    shown.set(id, text);
    const ground = holders.length === 1 ? `url(#held-${holders[0]})` : holders.length ? "url(#held-shared)" : "var(--card)";
    place.querySelector(".ground").style.fill = ground;
    const [x, y] = [Number(place.dataset.x), Number(place.dataset.y)];
    const token = place.querySelector(".token");
    token.replaceChildren();
    const big = matchMedia("(max-width: 46rem)").matches && matchMedia("screen").matches;
    const crowd = big && number === null && holders.length > 2 ? 0.72 : 1;
    const [wide, high] = big ? [32 * crowd, 34 * crowd] : [18, 21];
    const labels = number === null ? holders.map((one) => [one, players[one - 1]])
      : holders.slice(0, 1).map((one) => [one, `${players[one - 1]} ${number}`]);
    const widths = labels.map(([, label]) => Math.max(wide, label.length * (big ? 15.5 * crowd : 8.8) + 8 * crowd));
    let left = x - (widths.reduce((sum, one) => sum + one, 0) + 2 * (labels.length - 1)) / 2;
    labels.forEach(([one, label], index) => {
      const pill = make("g", { class: `s${one - 1}` });
      pill.append(
        make("rect", { x: left, y: y - high / 2, width: widths[index], height: high, rx: 6, class: "pill" }),
        make("text", {
          x: left + widths[index] / 2, y: y + (big ? 9.5 * crowd : 5.3), class: crowd < 1 ? "pill-text crowded" : "pill-text",
        }, label),
      );
      token.append(pill);
      left += widths[index] + 2;
    });
    if (!holders.length && number !== null) token.append(make("text", { x, y: y + 5, class: "place-note" }, number));
    if (note) token.append(make("text", { x, y: y + high / 2 + (big ? 18 : 12), class: "place-note" }, note));
    const names = holders.map((one) => game.names[one - 1]).join(", ") || words.nobody;
    place.querySelector("title").textContent = [place.dataset.name, names + (number === null ? "" : `: ${number}`), note].filter(Boolean).join("\n");
  };
  const arrows = board?.querySelector(".arrows");
  const drawArrow = (step) => {
    arrows?.replaceChildren();
    const [from, to] = (step.a ?? []).map((id) => places.get(id));
    if (!from || !to) return;
    const end = (place) => [Number(place.dataset.x), Number(place.dataset.y)];
    const [[x1, y1], [x2, y2]] = [end(from), end(to)];
    const across = board.viewBox.baseVal.width;
    const group = make("g", { class: `s${step.s - 1}` });
    const line = (ax, ay, bx, by, head) => {
      const far = Math.hypot(bx - ax, by - ay) || 1;
      const [ux, uy] = [(bx - ax) / far, (by - ay) / far];
      const stop = head ? 24 : 0;
      const d = `M${ax + 18 * ux} ${ay + 12 * uy}L${bx - stop * ux} ${by - stop * uy}`;
      group.append(make("path", { d, class: "arrow-edge" }), make("path", { d, class: "arrow" }));
      if (!head) return;
      const [tx, ty] = [bx - 12 * ux, by - 12 * uy];
      const side = (part) => `${tx - 16 * ux - part * 9 * uy},${ty - 16 * uy + part * 9 * ux}`;
      group.append(make("polygon", { points: `${tx},${ty} ${side(1)} ${side(-1)}`, class: "arrow-head" }));
    };
    if (Math.abs(x1 - x2) > 0.6 * across) { // around the back of the map
      const [out, back] = x1 > x2 ? [across, 0] : [0, across];
      line(x1, y1, out, (y1 + y2) / 2, false);
      line(back, (y1 + y2) / 2, x2, y2, true);
    } else line(x1, y1, x2, y2, true);
    arrows.append(group);
  };

  // The list of events; of a very long game a part of it at a time.
  const MOST = 1500;
  const list = at("events");
  const lines = new Map();
  const lineOf = (place, text = steps[place].t) => {
    const step = steps[place];
    const line = html("li", step.o ? "turn" : "");
    const button = html("button", "");
    button.type = "button";
    const who = html("span", "");
    if (step.s && text === step.t) who.append(badge(step.s));
    button.append(who, html("span", "", text));
    button.addEventListener("click", () => { pause(); go(place); });
    line.append(button);
    return line;
  };
  const fillList = () => {
    const first = steps.length <= MOST ? 0 : Math.min(Math.max(0, here - MOST / 2), steps.length - MOST);
    const end = Math.min(steps.length, first + MOST);
    lines.clear();
    for (let place = first; place < end; place += 1) lines.set(place, lineOf(place));
    const before = first ? [lineOf(first - 1, "…")] : [];
    const after = end < steps.length ? [lineOf(end, "…")] : [];
    list.replaceChildren(...before, ...lines.values(), ...after);
  };

  // The curve.
  const curve = at("curve");
  const MARGIN = { left: 38, right: 22, top: 12, bottom: 24 };
  let cursor = null;
  let scale = (place) => place;
  const drawCurve = () => {
    const wide = Math.max(280, curve.clientWidth);
    const high = wide < 600 ? 190 : 240;
    const svg = make("svg", { viewBox: `0 0 ${wide} ${high}`, height: high });
    const inside = wide - MARGIN.left - MARGIN.right;
    scale = (place) => MARGIN.left + inside * place / Math.max(1, last);
    const level = (value) => MARGIN.top + (high - MARGIN.top - MARGIN.bottom) * (1 - value);
    for (const value of [0, 0.25, 0.5, 0.75, 1]) {
      svg.append(make("line", { x1: MARGIN.left, x2: wide - MARGIN.right, y1: level(value), y2: level(value), class: "grid" }));
      svg.append(make("text", { x: MARGIN.left - 5, y: level(value) + 4, "text-anchor": "end" }, `${100 * value}\u202f%`));
    }
    let free = 0;
    steps.forEach((step, place) => {
      const opens = step.r && step.r !== steps[place - 1]?.r;
      if (!opens || scale(place) < free) return;
      const label = `${words.round} ${step.r}`;
      const text = free ? String(step.r) : label;
      svg.append(make("line", { x1: scale(place), x2: scale(place), y1: level(0), y2: level(0) + 4, class: "cursor" }));
      svg.append(make("text", { x: scale(place), y: high - 6, "text-anchor": free ? "middle" : "start" }, text));
      free = scale(place) + (free ? 24 : 62);
    });
    const dashes = ["", "9 4", "2 4", "12 4 2 4", "5 3", "14 3", "1 3", "8 3 1 3"];
    const ends = [];
    course.values[0].forEach((_, seat) => {
      const points = course.places.map((place, index) => `${scale(place).toFixed(1)},${level(course.values[index][seat]).toFixed(1)}`);
      svg.append(make("polyline", { points: points.join(" "), class: `line s${seat}`, "stroke-dasharray": dashes[seat % 8] }));
      ends.push([level(course.values.at(-1)[seat]), seat]);
    });
    ends.sort(([a], [b]) => a - b);
    let under = -Infinity;
    for (const [y, seat] of ends) {
      under = Math.max(under + 12, y + 4);
      svg.append(make("text", { x: wide - MARGIN.right + 5, y: under, class: `end s${seat}` }, players[seat]));
    }
    cursor = make("line", { y1: MARGIN.top, y2: high - MARGIN.bottom, class: "cursor" });
    svg.append(cursor);
    curve.replaceChildren(svg);
    moveCursor();
  };
  const moveCursor = () => {
    cursor?.setAttribute("x1", scale(here));
    cursor?.setAttribute("x2", scale(here));
  };
  const goToPoint = (event) => {
    const part = (event.clientX - curve.getBoundingClientRect().left - MARGIN.left) / (curve.clientWidth - MARGIN.left - MARGIN.right);
    pause();
    go(Math.round(part * last));
  };
  curve.addEventListener("pointerdown", goToPoint);
  curve.addEventListener("pointermove", (event) => { if (event.buttons && event.pointerType === "mouse") goToPoint(event); });

  // One step is shown.
  let here = 0;
  let now = null;
  const rows = new Map(all("tr[data-player]").map((row) => [Number(row.dataset.player), row]));
  const showRow = (row, player, position) => {
    const own = position.standings[player] ?? [];
    const cells = all("td:not(.chance)", row);
    own.forEach((value, column) => { cells[column].textContent = value; });
    const hand = position.hands[player];
    row.nextElementSibling.querySelector(".hand").textContent = hand?.length ? `${words.hand}: ${hand.join(", ")}` : "";
    row.classList.toggle("out", here > 0 && own.length > 0 && own[0] === 0 && game.out);
    const known = course.places.findLastIndex((place) => place <= here);
    const chance = course.values[Math.max(0, known)][player - 1];
    row.querySelector(".chance").textContent = chance === undefined ? "" : `${Math.round(100 * chance)}\u202f%`;
  };
  const go = (place) => {
    here = Math.min(last, Math.max(0, place));
    const [step, position] = [steps[here], positionAt(here)];
    for (const [id, state] of Object.entries(position.places)) drawPlace(id, state);
    const touched = new Set(here ? Object.keys(step.p ?? {}) : []);
    for (const [id, one] of places) one.classList.toggle("now", touched.has(id) && touched.size < places.size / 2);
    drawArrow(step);
    const turn = turns.findLast((one) => one <= here);
    const mover = turn === undefined ? 0 : steps[turn].s;
    for (const [player, row] of rows) {
      showRow(row, player, position);
      row.classList.toggle("moves", player === mover);
    }
    at("where").textContent = `${words.event} ${here} ${words.of} ${last}` + (step.r ? ` · ${words.round} ${step.r}` : "");
    at("said").replaceChildren(...(step.s ? [badge(step.s), " "] : []), step.t);
    at("rolled").replaceChildren(...(step.d ?? []).flatMap(([player, faces], index) => [
      ...(index ? [html("span", "against", words.against)] : []),
      badge(player),
      ...faces.map((face) => html("span", `die s${player - 1}`, face)),
    ]));
    at("slider").value = here;
    at("slider").setAttribute("aria-valuetext", at("where").textContent);
    moveCursor();
    now?.removeAttribute("aria-current");
    if (!lines.has(here)) fillList();
    const line = lines.get(here);
    now = line.firstChild;
    now.setAttribute("aria-current", "step");
    if (line.offsetTop < list.scrollTop || line.offsetTop + line.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = line.offsetTop - list.clientHeight / 2;
    }
    document.documentElement.dataset.step = here;
  };
  const byTurn = (way) => {
    const next = way > 0 ? turns.find((one) => one > here) : turns.findLast((one) => one < here);
    go(next ?? (way > 0 ? last : 0));
  };

  // Play and pause, buttons and keys.
  let clock = 0;
  const button = at("play");
  const label = () => {
    button.classList.toggle("plays", clock !== 0);
    button.setAttribute("aria-label", clock ? button.dataset.pause : button.dataset.play);
    document.querySelector(".now").setAttribute("aria-live", clock ? "off" : "polite");
  };
  function pause() {
    clearTimeout(clock);
    clock = 0;
    label();
  }
  const tick = () => {
    if (here >= last) { pause(); return; }
    go(here + 1);
    clock = setTimeout(tick, 1000 * Number(at("speed").value));
  };
  const play = () => {
    if (clock) { pause(); return; }
    if (here >= last) go(0);
    clock = setTimeout(tick, 0);
    label();
  };
  const orders = {
    back: () => go(here - 1), on: () => go(here + 1), "turn-back": () => byTurn(-1), "turn-on": () => byTurn(1),
  };
  for (const one of all("[data-go]")) one.addEventListener("click", () => { pause(); orders[one.dataset.go](); });
  button.addEventListener("click", play);
  at("slider").max = last;
  at("slider").addEventListener("input", (event) => { pause(); go(Number(event.target.value)); });
  const keys = {
    ArrowRight: orders.on, ArrowLeft: orders.back, ArrowDown: orders["turn-on"], ArrowUp: orders["turn-back"],
    PageDown: orders["turn-on"], PageUp: orders["turn-back"], Home: () => go(0), End: () => go(last),
  };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("select, .scroll")) return;
    if (event.key === " ") {
      if (event.target.closest("button, a")) return; // which it presses
      event.preventDefault();
      play();
    } else if (keys[event.key]) {
      event.preventDefault();
      pause();
      keys[event.key]();
    }
  });
  for (const row of all("tr[data-step]")) {
    row.addEventListener("click", (event) => { event.preventDefault(); pause(); go(Number(row.dataset.step)); });
  }

  addEventListener("hashchange", () => { pause(); go(Number(location.hash.slice(1)) || 0); });

  // On paper stands what is shown, or the end of the game where it has not begun.
  let left = 0;
  const redraw = () => { shown.clear(); go(here); drawCurve(); };
  addEventListener("beforeprint", () => { left = here; pause(); go(here || last); redraw(); });
  addEventListener("afterprint", () => { go(left); redraw(); });
  new ResizeObserver(drawCurve).observe(curve);
  matchMedia("(max-width: 46rem)").addEventListener("change", redraw);

  // Light and dark: as the system says, until the switch says otherwise.
  const root = document.documentElement;
  at("theme").hidden = false;
  at("theme").addEventListener("click", () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  });
  label();
  go(Number(location.hash.slice(1)) || 0);
  drawCurve();
  root.dataset.ready = "yes";
})();
