import type { BookMetadata } from '@lectern/contract';

const LANGUAGES = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' });

const PEOPLE = [
  ['writers', 'Writer'],
  ['pencillers', 'Pencils'],
  ['inkers', 'Inks'],
  ['colorists', 'Colours'],
  ['letterers', 'Letters'],
  ['coverArtists', 'Cover'],
  ['editors', 'Editor'],
] as const;

/** What a book says about itself, as pairs of label and value; what it does not say is left out. */
export function metadataRows(metadata: BookMetadata): readonly (readonly [string, string])[] {
  const people = PEOPLE.map(([field, label]) => [label, metadata[field].join(', ')] as const);
  const listed = new Set(PEOPLE.flatMap(([field]) => metadata[field]));
  const authors = metadata.authors.map(({ name }) => name).filter((name) => !listed.has(name));
  const subjects = metadata.subjects?.join(', ');
  const rows = [
    ['Subtitle', metadata.subtitle],
    ['Original title', metadata.originalTitle],
    ['Author', [...new Set(authors)].join(', ')],
    ...people,
    ['Translator', metadata.translator],
    ['Publisher', metadata.publisher],
    ['Imprint', metadata.imprint],
    ['Edition', metadata.edition],
    ['Genre', metadata.genre],
    ['Subjects', subjects === metadata.genre ? null : subjects],
    ['Language', languageName(metadata.languageIso)],
    ['ISBN', metadata.isbns],
  ] as const;
  return rows.flatMap(([label, value]) =>
    value === null || value === undefined || value === '' ? [] : [[label, value] as const],
  );
}

function languageName(code: string | null): string | null {
  if (code === null) return null;
  try {
    return LANGUAGES.of(code) ?? code;
  } catch {
    return code;
  }
}
