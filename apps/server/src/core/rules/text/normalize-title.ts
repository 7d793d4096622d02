const MARKS = /\p{M}+/gu;
const NOT_WORDS = /[^\p{L}\p{N}]+/gu;

/**
 * Folds case, accents, punctuation and spacing: "Pokémon: The Movie!" and "pokemon the movie" are equal.
 * @returns empty for a title without letter or digit
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
