import { t } from '@lingui/core/macro';
import {
  BOOK_FIELDS as BOOK_TABLE,
  type FieldFamily,
  type MetadataField,
  SERIES_FIELDS as SERIES_TABLE,
} from '@lectern/contract/metadata-fields';
import { LANGUAGE } from '#lib/locale.ts';

export type Family = FieldFamily;

export type Kind = 'book' | 'series';

export interface Field extends MetadataField {
  readonly name: string;
}

const MONTHS = Array.from({ length: 12 }, (_, index) => {
  const words = new Intl.DateTimeFormat(LANGUAGE, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2000, index, 1));
  return [String(index + 1), words] as const;
});

/** Fields whose control differs from their family. */
const FORMS: Readonly<Record<string, Partial<MetadataField>>> = { month: { family: 'choice', choices: MONTHS } };

function fieldsIn(table: Readonly<Record<string, MetadataField>>): readonly Field[] {
  return Object.entries(table).map(([name, field]) => ({ ...field, ...FORMS[name], name }));
}

const BOOK_FIELDS = fieldsIn(BOOK_TABLE);
const SERIES_FIELDS = fieldsIn(SERIES_TABLE);

/** Fields in form order. */
export function listFields(kind: Kind): readonly Field[] {
  return kind === 'book' ? BOOK_FIELDS : SERIES_FIELDS;
}

/** Section names in form order. */
export function listSections(fields: readonly Field[]): readonly string[] {
  return [...new Set(fields.map(({ section: name }) => name))];
}

/** Most common first. */
export const ROLES = [
  ['writer', t`Writer`],
  ['author', t`Author`],
  ['co_author', t`Co-author`],
  ['penciller', t`Penciller`],
  ['inker', t`Inker`],
  ['colorist', t`Colourist`],
  ['letterer', t`Letterer`],
  ['cover_artist', t`Cover artist`],
  ['illustrator', t`Illustrator`],
  ['editor', t`Editor`],
  ['translator', t`Translator`],
  ['contributor', t`Contributor`],
] as const;
export type Role = (typeof ROLES)[number][0];
