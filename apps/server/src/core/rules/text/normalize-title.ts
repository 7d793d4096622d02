const MARKS = /\p{M}+/gu;
const NOT_WORDS = /[^\p{L}\p{N}]+/gu;

/**
 * What two titles have in common that differ only in case, accents, punctuation and spacing: "Pokémon: The Movie!" and
 * "pokemon the movie" are one.
 * @returns empty when the title has neither letter nor digit: it is like no other
 */
export function normalizeTitle(title: string): string {
  return title
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(NOT_WORDS, ' ')
    .trim();
}
