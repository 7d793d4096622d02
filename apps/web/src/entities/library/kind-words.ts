import { t } from '@lingui/core/macro';
import type { Library } from '@lectern/contract';

export type LibraryKind = Library['kind'];

/** Kinds of libraries, as a select lists them. */
export const KIND_CHOICES: readonly (readonly [LibraryKind, string])[] = [
  ['comics', t`Comics`],
  ['manga', t`Manga`],
  ['books', t`Books`],
  ['magazines', t`Magazines`],
  ['mixed', t`Mixed`],
];

/** What a kind of library means for its books. */
export const KIND_HINTS: Readonly<Record<LibraryKind, string>> = {
  comics: t`Each folder is a series. Books are titled by their file names.`,
  manga: t`Each folder is a series, read from right to left.`,
  books: t`A shelf of books by author, with the titles and series that they state.`,
  magazines: t`Each folder is a magazine. Issues are titled by their file names.`,
  mixed: t`Each folder is a series. Comics are titled by their file names, EPUB and PDF by what they state.`,
};

/** Reading directions, as a select lists them. */
export const DIRECTION_CHOICES: readonly (readonly [Library['defaultReadingDirection'], string])[] = [
  ['ltr', t`Left to right`],
  ['rtl', t`Right to left (manga)`],
  ['ttb', t`Top to bottom`],
  ['webtoon', t`Webtoon`],
];
