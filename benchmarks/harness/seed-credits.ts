import type { StatedCredits } from './seed-catalog.ts';

/** Few of them often and most of them rarely, as in real catalogs. @param seed decides the name */
function pickName(word: string, seed: number, count: number): string {
  const share = ((Math.imul(seed + 1, 2_654_435_761) >>> 0) % 100_003) / 100_003;
  return `${word} ${String(Math.floor(count * share ** 2))}`;
}

function author(role: string, seed: number) {
  return { name: pickName(role, seed, 8_000), role, sortName: null };
}

/** Four people, a publisher, three characters and a team: most of them those of the series. @param index of the book */
export function buildCredits(index: number, booksASeries: number): StatedCredits {
  const series = Math.floor(index / booksASeries);
  const own = 1_000_000 + index;
  return {
    publisher: pickName('House', series, 300),
    authors: JSON.stringify([
      author('writer', series),
      author('penciller', series + 50_000),
      author('inker', own),
      author('letterer', own + 500_000),
    ]),
    embedded: JSON.stringify({
      characters: [1, 2, 3].map((at) => pickName('Hero', series + at * 20_000, 15_000)),
      teams: [pickName('Crew', series, 1_000)],
    }),
  };
}
