import type { BookMetadata } from '@lectern/contract';

const LANGUAGES = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' });

/** What a book says of one thing; with a field each of the names leads to whatever has it too. */
export interface MetadataRow {
  readonly label: string;
  readonly names: readonly string[];
  readonly field?: 'author' | 'publisher' | 'genre';
}

const PEOPLE = [
  ['writers', 'Writer'],
  ['pencillers', 'Pencils'],
  ['inkers', 'Inks'],
  ['colorists', 'Colours'],
  ['letterers', 'Letters'],
  ['coverArtists', 'Cover'],
  ['editors', 'Editor'],
] as const;

/** What a book says about itself; what it does not say is left out. */
export function metadataRows(metadata: BookMetadata): readonly MetadataRow[] {
  const people = PEOPLE.map(([role, label]) => ({ label, names: metadata[role], field: 'author' }) as const);
  const listed = new Set(PEOPLE.flatMap(([role]) => metadata[role]));
  const authors = new Set(metadata.authors.map(({ name }) => name).filter((name) => !listed.has(name)));
  const subjects = metadata.subjects?.join(', ') ?? '';
  const rows: readonly MetadataRow[] = [
    row('Subtitle', metadata.subtitle),
    row('Original title', metadata.originalTitle),
    { label: 'Author', names: [...authors], field: 'author' },
    ...people,
    row('Translator', metadata.translator),
    { ...row('Publisher', metadata.publisher), field: 'publisher' },
    row('Imprint', metadata.imprint),
    row('Edition', metadata.edition),
    { label: 'Genre', names: genresIn(metadata.genre), field: 'genre' },
    row('Subjects', subjects === metadata.genre ? null : subjects),
    row('Language', languageName(metadata.languageIso)),
    row('ISBN', metadata.isbns),
  ];
  return rows.filter(({ names }) => names.length > 0);
}

function row(label: string, value: string | null): MetadataRow {
  return { label, names: value === null || value === '' ? [] : [value] };
}

function genresIn(text: string | null): readonly string[] {
  const names = (text ?? '').split(',').map((name) => name.trim());
  return [...new Set(names)].filter((name) => name !== '');
}

function languageName(code: string | null): string | null {
  if (code === null) return null;
  try {
    return LANGUAGES.of(code) ?? code;
  } catch {
    return code;
  }
}
