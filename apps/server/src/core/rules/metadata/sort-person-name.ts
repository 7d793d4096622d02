/** Words before a family name that belong to it. */
const PARTICLES = new Set(
  'af al av bin da das de del della der di dos du el ibn la las le los st st. ten ter van vom von zu zum zur'.split(
    ' ',
  ),
);
/** Additions after a family name. */
const SUFFIX = /^(?:jr|sr|junior|senior|ii|iii|iv|phd|md)\.?$/iu;
/** Scripts that write the family name first, or whose names are not split by spaces. */
const FAMILY_FIRST = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Where the family name begins: its particles are part of it, the first word is not. */
function findFamily(words: readonly string[]): number {
  let start = words.length - 1;
  while (start > 1 && PARTICLES.has((words[start - 1] ?? '').toLowerCase())) start -= 1;
  return start;
}

/**
 * The name of a person with the family name first: `Ursula K. Le Guin` gives `Le Guin, Ursula K.`. A name with a comma
 * is one already.
 */
export function sortPersonName(name: string): string {
  const words = name.trim().split(/\s+/u);
  const suffixes: string[] = [];
  while (words.length > 2 && SUFFIX.test(words.at(-1) ?? '')) suffixes.unshift(words.pop() ?? '');
  const bare = words.join(' ').replace(/,$/u, '');
  if (words.length < 2 || bare.includes(',') || FAMILY_FIRST.test(bare)) return name.trim();
  const parts = bare.split(' ');
  const start = findFamily(parts);
  return [parts.slice(start).join(' '), parts.slice(0, start).join(' '), ...suffixes].join(', ');
}
