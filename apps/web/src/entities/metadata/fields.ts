import {
  BOOK_FIELDS as BOOK_TABLE,
  type FieldFamily,
  type MetadataField,
  SERIES_FIELDS as SERIES_TABLE,
} from '@lectern/contract/metadata-fields';
import { FIELD_CHOICES, FIELD_HINTS, FIELD_LABELS, SECTION_WORDS } from './field-words.ts';

export type Family = FieldFamily;

export type Kind = 'book' | 'series';

export interface Field extends MetadataField {
  readonly name: string;
}

/** Fields whose control differs from their family. */
const FORMS: Readonly<Record<string, Partial<MetadataField>>> = { month: { family: 'choice' } };

type Texts = Readonly<Partial<Record<string, string>>>;
const LABELS: Texts = FIELD_LABELS;
const HINTS: Texts = FIELD_HINTS;
const CHOICES: Readonly<Partial<Record<string, MetadataField['choices']>>> = FIELD_CHOICES;
const SECTIONS: Texts = SECTION_WORDS;

/** Takes the words from this application: those of the contract are English. */
function fieldsIn(table: Readonly<Record<string, MetadataField>>): readonly Field[] {
  return Object.entries(table).map(([name, { label, hint: _, choices: _choices, ...field }]) => {
    const [hint, choices] = [HINTS[name], CHOICES[name]];
    return {
      ...field,
      ...FORMS[name],
      ...(hint === undefined ? {} : { hint }),
      ...(choices === undefined ? {} : { choices }),
      label: LABELS[name] ?? label,
      name,
    };
  });
}

const BOOK_FIELDS = fieldsIn(BOOK_TABLE);
const SERIES_FIELDS = fieldsIn(SERIES_TABLE);

/** Fields in form order. */
export function listFields(kind: Kind): readonly Field[] {
  return kind === 'book' ? BOOK_FIELDS : SERIES_FIELDS;
}

/** Keys of the sections in form order. */
export function listSections(fields: readonly Field[]): readonly string[] {
  return [...new Set(fields.map(({ section: name }) => name))];
}

/** Heading of a section. */
export function sectionWords(section: string): string {
  return SECTIONS[section] ?? section;
}
