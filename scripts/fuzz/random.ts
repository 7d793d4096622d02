/** Pseudo-random numbers, repeatable by seed. */
export interface Random {
  /** A whole number from 0 to `end` - 1. */
  readonly below: (end: number) => number;
  readonly pick: <T>(items: readonly [T, ...T[]]) => T;
}

/** A generator with 32 bits of state (Mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (end: number): number => (end <= 1 ? 0 : next() % end);
  return { below, pick: (items) => items[below(items.length)] ?? items[0] };
}
