/** Titles that a program wrote into a document: its file, or none. */
export const LEFT_OVER_TITLE =
  /^(?:untitled|unknown|microsoft word - .*|.*\.(?:docx?|odt|rtf|indd|qxd|tex|pdf|epub|html?))$/i;

/** Titles that only name a position. */
export const GENERIC_TITLE = /^(?:(?:Vol\.?|Volume|Chapter|Issue|Part|Ep\.?|Episode)\s*)?#?\d+(?:\.\d+)?$/;

/**
 * Whether a stated title may name a series of one book. A bare number counts, because it is the title of novels.
 * @param title trimmed
 */
export function isTellingTitle(title: string): boolean {
  if (LEFT_OVER_TITLE.test(title)) return false;
  return !GENERIC_TITLE.test(title) || /^\d+$/.test(title);
}
