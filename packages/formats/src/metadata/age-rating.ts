/** Ages in years; null for a rating that states no age. Values of ComicInfo 2.1, and common other words. */
const AGES: ReadonlyMap<string, number | null> = new Map([
  ['unknown', null],
  ['rating pending', null],
  ['everyone', 0],
  ['g', 0],
  ['all ages', 0],
  ['early childhood', 3],
  ['kids to adults', 6],
  ['pg', 8],
  ['everyone 10+', 10],
  ['teen', 13],
  ['ma15+', 15],
  ['ma 15+', 15],
  ['m', 17],
  ['mature', 17],
  ['mature 17+', 17],
  ['r18+', 18],
  ['x18+', 18],
  ['adults only 18+', 18],
  ['explicit', 18],
]);

/**
 * Smallest age of a rating: a word of ComicInfo 2.1 in any case, or a bare age (`16`, `12+`, `Ages 9+`).
 * @returns years, null for a known rating without age, undefined when unknown
 */
export function readAgeRating(text: string): number | null | undefined {
  const words = text.trim().replace(/\s+/g, ' ').toLowerCase();
  const known = AGES.get(words);
  if (known !== undefined) return known;
  const age = /^(?:ages? |rated )?(\d{1,2}) ?(?:\+|and up|years?)?$/.exec(words)?.[1];
  return age === undefined || Number(age) > 21 ? undefined : Number(age);
}
