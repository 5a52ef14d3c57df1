// Battles, rows of lands and the armies needed, exactly: the recursions of analysis/games/conquest/battles.
// A battle is followed from its start, and every chance is a sum of positive terms, so that both tails keep
// their digits. `dice` is what a rulebook gives: most dice of each side, sides, counts of losses.
"use strict";

const MOST_ATTACKERS = 3000; // of the climb to the armies needed
const DOUBT = 1e-9; // relative; closer than this to the wanted chance, whole numbers decide

/** Add numbers of very different size with hardly any rounding (Neumaier). */
function add(terms) {
  let sum = 0, rest = 0;
  for (const term of terms) {
    const next = sum + term;
    rest += Math.abs(sum) >= Math.abs(term) ? sum - next + term : term - next + sum;
    sum = next;
  }
  return sum + rest;
}

/** The outcomes of a roll whose losses are counted: [attackers lost, defenders lost, chance]. */
function outcomes(counts, total) {
  return counts
    .map((count, lost) => [lost, counts.length - 1 - lost, count / total])
    .filter(([, , chance]) => chance > 0);
}

/** What a roll does when both sides roll the most dice they may; null where the battle is over. */
function plainLaw(dice, stop) {
  const cells = dice.counts.map((row, i) =>
    row.map((counts, j) => outcomes(counts, dice.sides ** (i + j + 2))));
  return (a, d) => a <= stop || d <= 0 ? null : cells[Math.min(a, dice.attacker) - 1][Math.min(d, dice.defender) - 1];
}

/** The same where the defender sees the roll and then chooses his dice as well as he can. */
function seenLaw(dice, stop, attackers, defenders) {
  const laws = dice.seen.map(({ rolls }, i) => ({
    total: dice.sides ** (i + 1),
    rolls: rolls.map(({ ways, counts }) => ({
      ways, replies: counts.map((one, j) => outcomes(one, dice.sides ** (j + 1))),
    })),
  }));
  const wins = [], found = [];
  for (let a = 0; a <= attackers; a++) {
    wins.push([]);
    found.push([]);
    for (let d = 0; d <= defenders; d++) {
      found[a].push(null);
      if (d === 0 || a <= stop) {
        wins[a].push(d === 0 ? 1 : 0);
        continue;
      }
      const { total, rolls } = laws[Math.min(a, dice.attacker) - 1];
      const gathered = new Map();
      let win = 0;
      for (const { ways, replies } of rolls) {
        let best = null;
        for (const reply of replies.slice(0, d)) {
          let worth = 0;
          for (const [x, y, q] of reply) worth += q * wins[a - x][d - y];
          if (!best || worth <= best.worth) best = { worth, reply };
        }
        win += ways * best.worth;
        for (const [x, y, q] of best.reply) {
          const key = `${x},${y}`;
          const [, , before] = gathered.get(key) ?? [x, y, 0];
          gathered.set(key, [x, y, before + ways / total * q]);
        }
      }
      wins[a].push(win / total);
      found[a][d] = [...gathered.values()].sort((one, other) => one[0] - other[0] || one[1] - other[1]);
    }
  }
  return (a, d) => found[a][d];
}

/** Follow a battle from chances by number of attackers; return its ends, and the chances of each roll made. */
function fight(front, defenders, law) {
  const most = front.length - 1;
  const rows = Array.from(front, () => new Float64Array(defenders + 1));
  front.forEach((chance, a) => { rows[a][defenders] = chance; });
  const ends = [], rolled = [];
  for (let a = most; a >= 0; a--) {
    for (let d = defenders; d >= 0; d--) {
      const chance = rows[a][d];
      if (!chance) continue;
      const after = law(a, d);
      if (!after) {
        ends.push({ attackers: a, defenders: d, chance });
        continue;
      }
      rolled.push(chance);
      for (const [x, y, q] of after) rows[a - x][d - y] += chance * q;
    }
  }
  return { ends, rolled };
}

/**
 * The law of an attack on one land or on a row of lands.
 *
 * attackers: those that may attack; lands: the defenders of each; leave: armies left on each land taken but the
 * last; stop: attackers with whom the attack is broken off.
 */
function attack(dice, { attackers, lands, leave = 1, stop = 0 }) {
  const law = dice.seen ? seenLaw(dice, stop, attackers, lands[0]) : plainLaw(dice, stop);
  const found = new Map(), rolls = [];
  const end = (a, d, chance) => {
    const key = d * 1e6 - a;
    const before = found.get(key);
    if (before) before.chance += chance;
    else found.set(key, { attackers: a, defenders: d, chance });
  };
  let ahead = add(lands);
  let front = new Float64Array(attackers + 1);
  front[attackers] = 1;
  lands.forEach((land, number) => {
    ahead -= land;
    const { ends, rolled } = fight(front, land, law);
    rolls.push(...rolled);
    const next = new Float64Array(attackers + 1);
    for (const { attackers: a, defenders: d, chance } of ends) {
      if (d || number === lands.length - 1) end(a, d + ahead, chance);
      else if (a - leave <= stop) end(Math.max(a - leave, 0), ahead, chance);
      else next[a - leave] += chance;
    }
    front = next;
  });
  const ends = [...found.keys()].sort((one, other) => one - other).map((key) => found.get(key));
  const sum = (wanted, value = () => 1) => add(ends.filter(wanted).map((one) => value(one) * one.chance));
  const win = sum((one) => !one.defenders);
  let rest = add(lands);
  return {
    win,
    lose: sum((one) => one.defenders),
    attackersLeft: sum(() => true, (one) => one.attackers),
    defendersLeft: sum(() => true, (one) => one.defenders),
    leftIfWon: win ? sum((one) => !one.defenders, (one) => one.attackers) / win : null,
    rolls: add(rolls),
    taken: lands.map((land) => {
      rest -= land;
      const behind = rest;
      return sum((one) => one.defenders <= behind);
    }),
    ends,
  };
}

/** Yield [win, lose] for 1, 2, 3 … attackers against a row of lands. */
function* climb(dice, lands, leave) {
  const law = plainLaw(dice, 0);
  const tables = lands.map((land) => [Array.from({ length: land + 1 }, () => [0, 1])]);
  const fromHere = lands.map(() => [[0, 1]]);
  for (let a = 1; ; a++) {
    for (let number = lands.length - 1; number >= 0; number--) {
      const row = [number === lands.length - 1 ? [1, 0] : fromHere[number + 1][Math.max(a - leave, 0)]];
      tables[number].push(row);
      for (let d = 1; d <= lands[number]; d++) {
        let win = 0, lose = 0;
        for (const [x, y, q] of law(a, d)) {
          const [w, l] = x ? tables[number][tables[number].length - 1 - x][d - y] : row[d - y];
          win += q * w;
          lose += q * l;
        }
        row.push([win, lose]);
      }
      fromHere[number].push(row[lands[number]]);
      if (tables[number].length > dice.attacker + 1) tables[number].shift();
    }
    yield fromHere[0][a];
  }
}

/**
 * The chance to take a row of lands as whole numbers [numerator, denominator].
 *
 * With S = sides ** (all dice), a position with m armies on the board (those of the lands ahead too) has the
 * denominator S ** m, so that nothing is ever reduced.
 */
function exactChance(dice, attackers, lands, leave) {
  const scale = BigInt(dice.sides) ** BigInt(dice.attacker + dice.defender);
  const factors = dice.counts.map((row, i) => row.map((counts, j) => {
    const factor = scale ** BigInt(Math.min(i, j) + 1) / BigInt(dice.sides) ** BigInt(i + j + 2);
    return counts.map((count, lost) => [lost, counts.length - 1 - lost, BigInt(count) * factor]);
  }));
  let following = null; // by attackers, the numerator for the lands behind
  for (const land of [...lands].reverse()) {
    const rows = [];
    for (let a = 0; a <= attackers; a++) {
      const row = [!following ? scale ** BigInt(a) : a > leave ? following[a - leave] * scale ** BigInt(leave) : 0n];
      rows.push(row);
      for (let d = 1; d <= land; d++) {
        let sum = 0n;
        if (a) {
          for (const [x, y, q] of factors[Math.min(a, dice.attacker) - 1][Math.min(d, dice.defender) - 1]) {
            sum += q * rows[a - x][d - y];
          }
        }
        row.push(sum);
      }
    }
    following = rows.map((row) => row[land]);
  }
  return [following[attackers], scale ** BigInt(attackers + add(lands))];
}

/** Read a chance in per cent, "75" or "99,9", as a fraction of whole numbers; null if it is none. */
function readPercent(text) {
  const found = /^(\d{1,3})(?:[.,](\d{0,9}))?$/.exec(text.trim());
  if (!found) return null;
  const decimals = found[2] ?? "";
  const chance = { numerator: BigInt(found[1] + decimals), denominator: 100n * 10n ** BigInt(decimals.length) };
  return chance.numerator > 0n && chance.numerator < chance.denominator ? chance : null;
}

/** The fewest armies that take a row of lands with at least a chance, and the chances of all up to there. */
function fewest(dice, lands, leave, { numerator, denominator }) {
  const wanted = Number(numerator) / Number(denominator);
  const rest = Number(denominator - numerator) / Number(denominator);
  const chances = [{ attackers: 0, win: 0, lose: 1 }];
  for (const [win, lose] of climb(dice, lands, leave)) {
    const attackers = chances.length;
    chances.push({ attackers, win, lose });
    const [tail, bound] = wanted > 0.5 ? [lose, rest] : [win, wanted];
    let enough = wanted > 0.5 ? tail < bound : tail > bound;
    if (Math.abs(tail - bound) <= DOUBT * bound) {
      const [above, below] = exactChance(dice, attackers, lands, leave);
      enough = above * denominator >= numerator * below;
    }
    if (enough) return { attackers, chances };
    if (attackers === MOST_ATTACKERS) return { attackers: null, chances };
  }
}
