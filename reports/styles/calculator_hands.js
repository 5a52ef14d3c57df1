// Hands of cards and columns of dice, exactly: what analysis/games/conquest/card_sets and
// analysis/games/express/law.py answer. Ways are counted in whole numbers and divided once.
"use strict";

const JOKER = 3; // place of the jokers in a hand: infantry, cavalry, artillery, jokers

const covers = (hand, takes) => hand.every((held, place) => held >= takes[place]);
const holdsSet = (sets, hand) => sets.kinds.some(({ takes }) => covers(hand, takes));

/** The armies of the set with this number in the game (the first is 1), where values grow. */
function scaleValue({ scale, step }, number) {
  if (number <= scale.length) return scale[number - 1];
  return (scale.at(-1) ?? 0) + step * (number - scale.length);
}

/** The sets of a hand that bring the most armies together, with the fewest jokers. */
function bestSets(sets, hand, known = new Map()) {
  const key = hand.join();
  if (known.has(key)) return known.get(key);
  const rank = (chosen) => [
    sets.scale ? chosen.length : chosen.reduce((sum, kind) => sum + kind.armies, 0),
    -chosen.reduce((sum, kind) => sum + kind.takes[JOKER], 0),
  ];
  let best = [];
  for (const kind of sets.kinds.filter(({ takes }) => covers(hand, takes))) {
    const rest = hand.map((held, place) => held - kind.takes[place]);
    const chosen = [kind, ...bestSets(sets, rest, known)];
    const [gain, fewer] = rank(chosen), [most, least] = rank(best);
    if (gain > most || (gain === most && fewer > least)) best = chosen;
  }
  known.set(key, best);
  return best;
}

/** What a hand brings if all its sets are exchanged now, the first of them as the `number`-th of the game. */
function hand(sets, cards, number) {
  const chosen = bestSets(sets, cards);
  const armies = chosen.map((kind, later) => sets.scale ? scaleValue(sets, number + later) : kind.armies);
  const unseen = sets.deck.map((held, place) => held - cards[place]);
  const makes = (place) => holdsSet(sets, cards.map((held, other) => held + (other === place)));
  const all = unseen.reduce((sum, held) => sum + held, 0);
  return {
    sets: chosen.map((kind, place) => ({ name: kind.name, armies: armies[place] })),
    armies: armies.reduce((sum, more) => sum + more, 0),
    nextCard: all ? unseen.reduce((sum, held, place) => sum + (held && makes(place) ? held : 0), 0) / all : 0,
  };
}

function choose(all, some) {
  let ways = 1n;
  for (let one = 0n; one < some; one++) ways = ways * (BigInt(all) - one) / (one + 1n);
  return ways;
}

/** The chance that so many cards, dealt from the full deck, hold a set. */
function setChance(sets, size) {
  let ways = 0n;
  const [first, second, third, jokers] = sets.deck;
  for (let i = 0; i <= Math.min(size, first); i++) {
    for (let c = 0; c <= Math.min(size - i, second); c++) {
      for (let a = 0; a <= Math.min(size - i - c, third); a++) {
        const j = size - i - c - a;
        if (j > jokers || !holdsSet(sets, [i, c, a, j])) continue;
        ways += choose(first, i) * choose(second, c) * choose(third, a) * choose(jokers, j);
      }
    }
  }
  return ratio(ways, choose(sets.deck.reduce((sum, held) => sum + held, 0), size));
}

/** Divide whole numbers of any length, to sixteen digits. */
function ratio(above, below) {
  if (above === below) return 1;
  const shift = 10n ** 25n;
  return Number(above * shift / below) / 1e25;
}

// Columns of dice: a card of Risk Express -------------------------------------------------------

/** Every multiset that some dice can show, with the number of ordered rolls that give it. */
function multisets(dice, faces) {
  const found = [];
  const spread = (counts, left, ways) => {
    if (counts.length === faces - 1) {
      found.push({ counts: [...counts, left], ways });
      return;
    }
    let more = ways;
    for (let count = 0; count <= left; count++) {
      spread([...counts, count], left - count, more);
      more = more * (left - count) / (count + 1);
    }
  };
  spread([], dice, 1);
  return found;
}

/** The fewest dice of a roll that fill a line, 0 if it cannot be filled; soldiers of 3, 2, 1 stand last. */
function fewestDice({ symbols, soldiers }, counts) {
  if (symbols.some((needed, face) => needed > counts[face])) return 0;
  let used = symbols.reduce((sum, needed) => sum + needed, 0);
  let left = soldiers;
  for (const strength of [3, 2, 1]) {
    if (left > 0) {
      const taken = Math.min(counts[symbols.length + strength - 1], Math.ceil(left / strength));
      left -= taken * strength;
      used += taken;
    }
  }
  return left <= 0 ? used : 0;
}

/** The chance to fill the lines of a card (bits of a mask), with best play. */
function columnLaw(lines, faces, voluntary) {
  const known = new Map(), patterns = new Map();
  const patternsOf = (dice) => {
    if (!patterns.has(dice)) {
      const ways = new Map();
      for (const roll of multisets(dice, faces)) {
        const pattern = lines.map((line) => fewestDice(line, roll.counts));
        const key = pattern.join();
        ways.set(key, { pattern, ways: (ways.get(key)?.ways ?? 0) + roll.ways });
      }
      patterns.set(dice, [...ways.values()]);
    }
    return patterns.get(dice);
  };
  const chance = (left, dice) => {
    if (!left) return 1;
    if (!dice) return 0;
    const key = left * 100 + dice;
    if (!known.has(key)) {
      let total = 0;
      for (const { pattern, ways } of patternsOf(dice)) {
        const fills = pattern
          .map((used, line) => used && left >> line & 1 ? chance(left ^ 1 << line, dice - used) : null)
          .filter((worth) => worth !== null);
        if (!fills.length || voluntary) fills.push(chance(left, dice - 1));
        total += ways * Math.max(...fills);
      }
      known.set(key, total / faces ** dice);
    }
    return known.get(key);
  };
  return chance;
}
