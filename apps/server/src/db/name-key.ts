/** Accents as combining marks; those of other scripts, such as the voicing of kana, make another letter. */
const ACCENTS = /[\u0300-\u036f]/gu;
const SPACES = /\s+/gu;

/**
 * What two names have in common that mean one genre or tag: "Sci-Fi", "SCI-FI" and " sci-fi " are one, "Fantasía" and
 * "fantasia" too.
 * @returns empty for a name without any visible character
 */
export function nameKey(name: string): string {
  return name.normalize('NFKD').replace(ACCENTS, '').normalize('NFKC').toLowerCase().replace(SPACES, ' ').trim();
}
