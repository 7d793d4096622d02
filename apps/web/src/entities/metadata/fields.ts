import {
  BOOK_FIELDS as BOOK_TABLE,
  type FieldFamily,
  type MetadataField,
  SERIES_FIELDS as SERIES_TABLE,
} from '@lectern/contract/metadata-fields';

/** What a field holds, and how it is edited. */
export type Family = FieldFamily;

/** What is edited: a book or a series. */
export type Kind = 'book' | 'series';

/** A field of a book or series as an editor knows it. */
export interface Field extends MetadataField {
  /** As the API calls it. */
  readonly name: string;
}

const MONTHS = Array.from({ length: 12 }, (_, index) => {
  const words = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2000, index, 1));
  return [String(index + 1), words] as const;
});

/** Fields whose form is another one than their family has. */
const FORMS: Readonly<Record<string, Partial<MetadataField>>> = { month: { family: 'choice', choices: MONTHS } };

function fieldsIn(table: Readonly<Record<string, MetadataField>>): readonly Field[] {
  return Object.entries(table).map(([name, field]) => ({ ...field, ...FORMS[name], name }));
}

const BOOK_FIELDS = fieldsIn(BOOK_TABLE);
const SERIES_FIELDS = fieldsIn(SERIES_TABLE);

/** Every field of a book or series, in the order of the form. */
export function fieldsOf(kind: Kind): readonly Field[] {
  return kind === 'book' ? BOOK_FIELDS : SERIES_FIELDS;
}

/** Names of the sections, in their order. */
export function sectionsOf(fields: readonly Field[]): readonly string[] {
  return [...new Set(fields.map(({ section: name }) => name))];
}

/** Roles of people, the most usual first. */
export const ROLES = [
  ['writer', 'Writer'],
  ['author', 'Author'],
  ['co_author', 'Co-author'],
  ['penciller', 'Penciller'],
  ['inker', 'Inker'],
  ['colorist', 'Colourist'],
  ['letterer', 'Letterer'],
  ['cover_artist', 'Cover artist'],
  ['illustrator', 'Illustrator'],
  ['editor', 'Editor'],
  ['translator', 'Translator'],
  ['contributor', 'Contributor'],
] as const;
export type Role = (typeof ROLES)[number][0];
