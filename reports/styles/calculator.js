// The page of a calculator: what is asked, the answer at once, and how numbers are shown.
"use strict";
(() => {
  const given = (id) => JSON.parse(document.getElementById(id).textContent);
  const books = given("books"), words = given("words");
  const place = (id) => document.getElementById(id);
  const MOST = { armies: 999, lands: 12, defenders: 60, number: 200 };

  const state = {
    book: 0, ask: "attack", attackers: 10, lands: [8], onLand: false, stop: 0, leave: 1, percent: "75",
    cards: [1, 1, 1, 0], number: 1, card: 0, dice: null, filled: [], another: false,
  };

  // Words and numbers, as analysis/language.py and reports/formatted_numbers.py show them -------

  const hasComma = document.documentElement.lang === "fr";
  const written = (value) => hasComma ? String(value).replace(/(\d)\.(\d)/g, "$1,$2") : value;
  const say = (key, values = {}) => words[key].replace(/\{(\w+)\}/g, (_, name) => written(values[name]));
  const count = (key, number) => say(number === 1 ? `${key}_one` : key, { number });

  /** A number with so many decimals; an exact tie goes to the even digit. */
  function fixed(value, decimals) {
    const text = value.toFixed(decimals), whole = value.toFixed(Math.min(100, decimals + 60));
    const digits = whole.replace(".", ""), cut = digits.length - Math.min(100, decimals + 60) + decimals;
    const isTie = /^50*$/.test(digits.slice(cut)) && Number(digits[cut - 1]) % 2 === 0;
    const kept = isTie ? digits.slice(0, cut) : text.replace(".", "");
    return decimals ? `${kept.slice(0, -decimals)}.${kept.slice(-decimals)}` : kept;
  }

  /** A chance in per cent; `rest` is what it lacks to 1, which tells nearly certain from certain. */
  function percent(value, rest = 1 - value) {
    const size = 100 * value, decimals = Math.abs(size - Math.round(size)) < 1e-9 ? 0 : 1;
    const text = fixed(size, decimals), step = decimals ? "0.1" : "1";
    if (value === 0 || (value === 1 && rest === 0)) return say("percent", { number: fixed(size, 0) });
    if (value === 1) return say("percent", { number: ">99.9" });
    if (Number(text) === 0) return say("percent", { number: `<${step}` });
    return say("percent", { number: Number(text) === 100 ? `>${decimals ? "99.9" : "99"}` : text });
  }

  /** A mean of armies or rolls, to a tenth. */
  function mean(value) {
    const text = fixed(value, 1);
    return value > 0 && text === "0.0" ? "<0.1" : text;
  }

  /** A number in three digits. */
  function plain(value) {
    if (Number.isInteger(value)) return String(value);
    const magnitude = Number(value.toExponential().split("e")[1]);
    return fixed(value, Math.min(8, Math.max(0, 2 - magnitude)));
  }

  // What the page is made of ------------------------------------------------------------------------

  function element(tag, attributes = {}, ...inside) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
      else if (value === true) made.setAttribute(name, "");
      else if (value !== false && value !== null) made.setAttribute(name, value);
    }
    made.append(...inside);
    return made;
  }

  /** A whole number with large buttons beside; they count on while they are held down. */
  function stepper(label, name, { least = 0, most, value, change, also = [] }) {
    const input = element("input", {
      id: name, type: "number", inputmode: "numeric", min: least, max: most, step: 1, value,
      oninput: () => {
        const typed = Number(input.value), whole = Number.isInteger(typed) && input.value !== "";
        const fits = whole && typed >= least && typed <= most;
        input.toggleAttribute("aria-invalid", !fits);
        if (fits) {
          change(typed);
          answer();
        }
      },
      onfocus: () => input.select(),
      onblur: () => {
        input.value = Math.min(most, Math.max(least, Math.round(Number(input.value) || least)));
        input.dispatchEvent(new Event("input"));
      },
    });
    const step = (by) => {
      input.value = Math.min(most, Math.max(least, Number(input.value) + by));
      input.dispatchEvent(new Event("input"));
    };
    const button = (sign, by, spoken) => {
      let held = null;
      const release = () => clearInterval(held);
      return element("button", {
        type: "button", "aria-label": say(spoken, { what: label }), onclick: (event) => { if (!event.detail) step(by); },
        onpointerdown: (event) => {
          if (event.button) return;
          step(by);
          release();
          let waited = 0;
          held = setInterval(() => { if (++waited > 4) step(by); }, 90);
        },
        onpointerup: release, onpointerleave: release, onpointercancel: release,
        oncontextmenu: (event) => event.preventDefault(),
      }, sign);
    };
    return element("div", { class: "stepper" }, element("label", { for: name }, label),
      element("div", { class: "counts" }, button("−", -1, "fewer"), input, button("+", 1, "more"), ...also));
  }

  function check(label, checked, change) {
    const box = element("input", { type: "checkbox", onchange: () => change(box.checked) });
    box.checked = checked;
    return element("label", { class: "check" }, box, element("span", {}, label));
  }

  function table(caption, heads, rows, marked = -1) {
    const row = (cells, tag, name) => element("tr", { class: name ?? null }, ...cells.map((cell, number) =>
      element(tag, { class: number ? "num" : null, scope: tag === "th" ? "col" : null }, typeof cell === "string" ? written(cell) : cell)));
    return element("table", {}, element("caption", {}, caption), element("thead", {}, row(heads, "th")),
      element("tbody", {}, ...rows.map((cells, number) => row(cells, "td", number === marked ? "marked" : null))));
  }

  /** Chances as columns side by side: those won first. Each says on pointing what it is. */
  function bars(ends, label) {
    const most = Math.max(...ends.map((one) => one.chance)), seen = (one) => one.chance > most / 500;
    const drawn = ends.slice(ends.findIndex(seen), ends.findLastIndex(seen) + 1), wide = 100 / drawn.length;
    const space = "http://www.w3.org/2000/svg";
    const svg = document.createElementNS(space, "svg");
    for (const [name, value] of Object.entries({
      class: "ends", viewBox: "0 0 100 30", preserveAspectRatio: "none", role: "img", "aria-label": label,
    })) svg.setAttribute(name, value);
    drawn.forEach((one, number) => {
      const bar = document.createElementNS(space, "rect"), high = 30 * one.chance / most;
      for (const [name, value] of Object.entries({
        x: number * wide, y: 30 - high, width: Math.max(wide * 0.86, 0.2), height: high, class: one.won ? "won" : "lost",
      })) bar.setAttribute(name, value);
      const title = document.createElementNS(space, "title");
      title.textContent = `${one.text}: ${percent(one.chance)}`;
      bar.append(title);
      svg.append(bar);
    });
    return svg;
  }

  function show({ head, sentences = [], shown = [], below = [] }) {
    place("head").textContent = head;
    place("sentences").textContent = sentences.join(" ");
    place("shown").replaceChildren(...shown);
    const isOpen = place("below").querySelector("details")?.open;
    place("below").replaceChildren(...below);
    place("below").querySelector("details")?.toggleAttribute("open", isOpen ?? false);
  }

  // Attacks ----------------------------------------------------------------------------------------

  const dice = () => books[state.book].battles;
  const isRow = () => state.lands.length > 1;

  function questionsOfLands() {
    const single = dice().seen !== null;
    if (single) state.lands.length = 1;
    const lands = state.lands.map((defenders, number) => {
      const label = isRow() ? say("defenders_of", { land: number + 1 }) : say("defenders");
      const away = element("button", {
        type: "button", class: "away", "aria-label": say("remove_land", { land: number + 1 }),
        onclick: () => {
          state.lands.splice(number, 1);
          build(`land-${Math.max(0, number - 1)}`);
        },
      }, "×");
      return stepper(label, `land-${number}`, {
        least: 1, most: MOST.defenders, value: defenders, change: (value) => { state.lands[number] = value; },
        also: isRow() ? [away] : [],
      });
    });
    const another = element("button", {
      type: "button", class: "wide", onclick: () => {
        state.lands.push(state.lands.at(-1));
        build(`land-${state.lands.length - 1}`);
      },
    }, say("add_land"));
    const asked = [...lands];
    if (!single && state.lands.length < MOST.lands) asked.push(another);
    if (isRow()) asked.push(stepper(say("leave"), "leave", {
      least: 1, most: 99, value: state.leave, change: (value) => { state.leave = value; },
    }));
    asked.push(check(say("on_land"), state.onLand, (checked) => {
      state.onLand = checked;
      answer();
    }));
    return asked;
  }

  const asks = {};

  asks.attack = {
    has: (book) => book.battles,
    questions: () => [
      stepper(say("attackers"), "attackers", {
        least: 1, most: MOST.armies, value: state.attackers, change: (value) => { state.attackers = value; },
      }),
      ...questionsOfLands(),
      stepper(say("stop"), "stop", {
        least: 0, most: MOST.armies, value: state.stop, change: (value) => { state.stop = value; },
      }),
    ],
    answer() {
      const attackers = state.attackers - (state.onLand ? 1 : 0), { lands, leave, stop } = state;
      if (attackers < 1) return { head: say("nobody_attacks") };
      if (stop && stop >= attackers) return { head: say("stops_at_once", { stop, attackers }) };
      const found = attack(dice(), { attackers, lands, leave, stop });
      const chance = percent(found.win, found.lose);
      const head = isRow() ? say("win_row", { chance }) : say("win", { chance });
      const sentences = found.win ? [say("left_if_won", { left: mean(found.leftIfWon) })] : [];
      sentences.push(say("means", {
        attackers: mean(found.attackersLeft), defenders: mean(found.defendersLeft), rolls: mean(found.rolls),
      }));
      const text = (one) => one.defenders ? count("defenders_left", one.defenders) : count("attackers_left", one.attackers);
      // A row, and an attack that is broken off, can end with the same defenders and other attackers: added here.
      const shown = new Map();
      for (const one of found.ends) {
        const key = one.defenders ? -one.defenders : one.attackers;
        const before = shown.get(key)?.chance ?? 0;
        shown.set(key, { text: text(one), won: !one.defenders, chance: before + one.chance });
      }
      const ends = [...shown.values()];
      let atLeast = 0;
      const rows = ends.map((one) => [one.text, percent(one.chance), percent(Math.min(1, atLeast += one.chance), 0)]);
      const taken = isRow() ? [table(say("lands_taken"), [say("land"), say("armies_there"), say("chance_taken")],
        lands.map((land, number) => [String(number + 1), String(land), percent(found.taken[number])]))] : [];
      const share = element("div", { class: "share", "aria-hidden": "true" },
        element("i", { class: "won", style: `width:${100 * found.win}%` }), element("i", { class: "lost" }));
      const key = element("p", { class: "key" }, element("span", {}, say("won_key")), element("span", {}, say("lost_key")));
      return {
        head, sentences,
        shown: [share, bars(ends, say("ends_of", { wins: chance, loses: percent(found.lose, found.win) })), key],
        below: [...taken, element("details", {}, element("summary", {}, say("all_ends")),
          table(say("ends"), [say("end"), say("chance"), say("or_better")], rows))],
        raw: found,
      };
    },
  };

  asks.need = {
    has: (book) => book.battles && !book.battles.seen,
    questions: () => {
      const typed = element("input", {
        id: "percent", type: "text", inputmode: "decimal", value: state.percent, oninput: () => {
          typed.toggleAttribute("aria-invalid", !readPercent(typed.value));
          state.percent = typed.value;
          answer();
        },
      });
      const usual = ["50", "75", "90", "95", "99"].map((number) => element("button", {
        type: "button", onclick: () => {
          typed.value = number;
          typed.dispatchEvent(new Event("input"));
        },
      }, say("percent", { number })));
      return [
        element("div", { class: "stepper" }, element("label", { for: "percent" }, say("wanted")),
          element("div", { class: "counts" }, typed), element("div", { class: "usual" }, ...usual)),
        ...questionsOfLands(),
      ];
    },
    answer() {
      const wanted = readPercent(state.percent);
      if (!wanted) return { head: say("no_chance") };
      const found = fewest(dice(), state.lands, state.leave, wanted), own = state.onLand ? 1 : 0;
      if (found.attackers === null) return { head: say("too_many", { most: MOST_ATTACKERS }) };
      const at = (attackers) => percent(found.chances[attackers].win, found.chances[attackers].lose);
      const { attackers } = found, sentences = [];
      if (attackers > 1) sentences.push(say("with_one_less", { chance: at(attackers), less: at(attackers - 1) }));
      sentences.push(say(own ? "counted_with" : "counted_without"));
      const near = found.chances.slice(Math.max(1, attackers - 5));
      return {
        head: say(attackers + own === 1 ? "need_one" : "need", { armies: attackers + own, chance: `${state.percent.trim().replace(",", ".")}` }),
        sentences,
        below: [table(say("chances_near"), [say("armies"), say("chance")],
          near.map((one) => [String(one.attackers + own), at(one.attackers)]), near.length - 1)],
        raw: { attackers: attackers + own, ...found.chances[attackers] },
      };
    },
  };

  // Cards --------------------------------------------------------------------------------------------

  asks.cards = {
    has: (book) => book.sets,
    questions: () => {
      const { deck, scale } = books[state.book].sets;
      state.cards = state.cards.map((held, arm) => Math.min(held, deck[arm]));
      const asked = deck.map((most, arm) => most ? stepper(say(["infantry", "cavalry", "artillery", "jokers"][arm]), `arm-${arm}`, {
        least: 0, most: Math.min(most, 9), value: state.cards[arm], change: (value) => { state.cards[arm] = value; },
      }) : "");
      if (scale) asked.push(stepper(say("set_number"), "number", {
        least: 1, most: MOST.number, value: state.number, change: (value) => { state.number = value; },
      }));
      return asked;
    },
    answer() {
      const { sets } = books[state.book], found = hand(sets, state.cards, state.number);
      const held = state.cards.reduce((sum, some) => sum + some, 0);
      const list = found.sets.map((one) => say("one_set", { set: say(`set_${one.name}`), armies: one.armies })).join("; ");
      const sentences = [];
      if (found.sets.length) sentences.push(say("sets_are", { sets: list }));
      else if (held < sets.deck.reduce((sum, some) => sum + some, 0)) {
        sentences.push(say("next_card", { chance: percent(found.nextCard) }));
      }
      if (sets.must && held >= sets.must && found.sets.length) sentences.push(say("must", { cards: sets.must }));
      if (sets.bonus) sentences.push(say(sets.bonusOnce ? "bonus_once" : "bonus", { armies: sets.bonus }));
      const chances = [];
      for (let size = 1; size <= 20; size++) {
        const chance = setChance(sets, size);
        chances.push([String(size), percent(chance)]);
        if (chance > 0.9995) break;
      }
      const values = sets.scale
        ? table(say("next_sets"), [say("set_column"), say("armies")], Array.from({ length: 8 }, (_, later) =>
          [String(state.number + later), String(scaleValue(sets, state.number + later))]))
        : table(say("values"), [say("set_column"), say("armies")],
          [...new Map(sets.kinds.map((kind) => [kind.name, kind.armies]))].map(([name, armies]) => [say(`set_${name}`), String(armies)]));
      return {
        head: found.sets.length ? say(found.armies === 1 ? "brings_one" : "brings", { armies: found.armies }) : say("no_set"),
        sentences,
        below: [values, table(say("chance_of_set"), [say("cards"), say("chance")], chances, held - 1)],
        raw: found,
      };
    },
  };

  // Columns of dice ------------------------------------------------------------------------------------

  asks.columns = {
    has: (book) => book.columns,
    questions: () => {
      const { cards, dice: most } = books[state.book].columns, card = cards[state.card] ?? cards[0];
      const again = () => build();
      const chosen = element("select", {
        id: "card", onchange: () => {
          Object.assign(state, { card: Number(chosen.value), filled: [], another: false, dice: null });
          build("card");
        },
      }, ...cards.map((one, number) => element("option", { value: number }, one.name)));
      chosen.value = state.card;
      const lines = card.lines.map((line, number) => check(say("is_filled", { line: line.text }), state.filled.includes(number + 1), (checked) => {
        state.filled = checked ? [...state.filled, number + 1] : state.filled.filter((one) => one !== number + 1);
        again();
      }));
      const left = most - state.filled.reduce((sum, number) => sum + card.lines[number - 1].least, 0);
      state.dice = Math.max(1, Math.min(state.dice ?? left, left));
      const asked = [
        element("div", { class: "stepper" }, element("label", { for: "card" }, say("card")), chosen), ...lines,
        stepper(say("dice_left"), "dice", { least: 1, most: left, value: state.dice, change: (value) => { state.dice = value; } }),
      ];
      if (!card.safe) asked.push(check(say("another"), state.another, (checked) => {
        state.another = checked;
        answer();
      }));
      return asked;
    },
    answer() {
      const { cards, faces, voluntary, general, dice: most } = books[state.book].columns;
      const lawOf = (card) => columnLaw([general, ...card.lines], faces, voluntary);
      const card = cards[state.card], whole = (1 << card.lines.length + 1) - 2;
      const left = state.filled.reduce((mask, line) => mask ^ 1 << line, whole) | (state.another && card.guarded ? 1 : 0);
      const win = lawOf(card)(left, state.dice);
      const all = cards.map((one) => {
        const chance = lawOf(one)((1 << one.lines.length + 1) - 2, most);
        return [one.name, percent(chance), plain(one.points * chance)];
      });
      return {
        head: say("conquer", { card: card.name, chance: percent(win) }),
        sentences: [say("points", { points: plain(card.points * win) })],
        below: [table(say("all_cards", { dice: most }), [say("card"), say("chance"), say("points_column")], all, state.card)],
        raw: { win, points: card.points * win },
      };
    },
  };

  // The page ----------------------------------------------------------------------------------------------

  let raw = null; // what the last answer rests on, in full

  function answer() {
    const found = asks[state.ask].answer();
    raw = found.raw ?? null;
    show(found);
  }

  /** Make the questions anew, for other rules or another number of lands, and answer them. */
  function build(focus = "") {
    const book = books[state.book];
    const names = Object.keys(asks).filter((name) => asks[name].has(book));
    if (!names.includes(state.ask)) state.ask = names[0];
    place("asks").replaceChildren(...names.map((name) => element("button", {
      type: "button", role: "tab", id: `ask-${name}`, "aria-selected": String(name === state.ask), "aria-controls": "desk",
      tabindex: name === state.ask ? 0 : -1, onclick: () => {
        state.ask = name;
        build(`ask-${name}`);
      },
    }, say(`ask_${name}`))));
    place("asks").hidden = names.length < 2;
    place("questions").replaceChildren(...asks[state.ask].questions());
    place("about").replaceChildren(...book.about.map((text) => element("p", {}, text)));
    if (focus) place(focus)?.focus({ preventScroll: true });
    answer();
  }

  place("asks").addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key], tabs = [...place("asks").children];
    if (!step) return;
    event.preventDefault();
    tabs[(tabs.findIndex((tab) => tab.tabIndex === 0) + step + tabs.length) % tabs.length].click();
  });
  place("questions").addEventListener("submit", (event) => event.preventDefault());

  books.forEach((book, number) => {
    const choice = element("input", {
      type: "radio", name: "rules", value: number, onchange: () => {
        Object.assign(state, { book: number, card: 0, filled: [], another: false, dice: null });
        build();
      },
    });
    choice.checked = number === 0;
    place("rules").append(element("label", {}, choice, element("span", {}, book.title)));
  });
  place("rules").hidden = books.length < 2;

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
  place("theme").addEventListener("click", () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    kept(root.dataset.theme);
  });
  build();
  globalThis.calculator = { books, percent, plain, mean, raw: () => raw }; // for whoever wants all digits
  root.dataset.ready = "yes";
})();
