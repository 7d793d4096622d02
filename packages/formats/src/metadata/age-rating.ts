/** Smallest age in years; null is a rating that says nothing about age. Values of ComicInfo 2.1, and common other words. */
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
 * The smallest age a rating stands for: the words of ComicInfo 2.1 in any case, or a bare age (`16`, `12+`, `Ages 9+`).
 * @returns years, null when the rating is known to say nothing, undefined when it is not known
 */
export function readAgeRating(text: string): number | null | undefined {
  const words = text.trim().replace(/\s+/g, ' ').toLowerCase();
  const known = AGES.get(words);
  if (known !== undefined) return known;
  const age = /^(?:ages? |rated )?(\d{1,2}) ?(?:\+|and up|years?)?$/.exec(words)?.[1];
  return age === undefined || Number(age) > 21 ? undefined : Number(age);
}
