import { t } from '@lingui/core/macro';
import type { ValueSource } from '@lectern/contract';
import { ROLE_FIELDS } from '@lectern/contract/metadata-fields';
import { roleWords } from '#entities/credit/roles.ts';
import { formatNumber, joinList } from '#lib/format.ts';
import type { Json } from './draft.ts';
import { type Field, listFields, type Kind } from './fields.ts';

const NOTHING = t`Empty`;
const MAX_LENGTH = 240;

type Row = Readonly<Record<string, Json>>;

function text(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const ROW_WORDS: Readonly<Partial<Record<Field['family'], (row: Row) => string>>> = {
  people: ({ name: said, role: key }) => {
    const [name, role] = [text(said), roleWords(text(key))];
    return t`${name} (${role})`;
  },
  links: ({ sourceName, source, url }) => `${text(sourceName ?? source)}: ${text(url)}`,
  ids: ({ source, externalId }) => `${text(source)} ${text(externalId)}`,
  ratings: ({ sourceName, source: key, rating: value }) => {
    const [source, rating] = [text(sourceName ?? key), typeof value === 'number' ? formatNumber(value) : text(value)];
    return t`${source}: ${rating} of 100`;
  },
  titles: ({ label, title }) => `${text(title)} (${text(label)})`,
  awards: ({ name, year, won }) => {
    const award = [text(name), text(year)].filter((part) => part !== '').join(' ');
    return won === false ? t`${award} (nominated)` : award;
  },
};

function isRow(value: Json): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listWords({ family }: Pick<Field, 'family'>, value: readonly Json[]): string {
  const words = ROW_WORDS[family];
  return joinList(value.map((one) => (isRow(one) ? (words?.(one) ?? JSON.stringify(one)) : text(one))));
}

function short(words: string): string {
  return words.length > MAX_LENGTH ? `${words.slice(0, MAX_LENGTH).trimEnd()}…` : words;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function plainWords(choices: Field['choices'], value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? t`Yes` : t`No`;
  return choices?.find(([choice]) => choice === String(value))?.[1] ?? short(String(value));
}

/** A value as text; an unknown field shows the raw value. */
export function valueWords(field: Pick<Field, 'family' | 'choices'> | undefined, value: Json): string {
  if (value === null || value === '') return NOTHING;
  if (isList(value)) return value.length === 0 ? NOTHING : short(listWords(field ?? { family: 'text' }, value));
  return typeof value === 'object' ? short(JSON.stringify(value)) : plainWords(field?.choices, value);
}

/** Undefined for a field without a form, such as the cover. */
export function findFieldByName(kind: Kind, name: string): Field | undefined {
  return listFields(kind).find((field) => field.name === name);
}

/** Names the locked field, a role of creators, or the cover. */
export function lockWords(kind: Kind, lock: string): string {
  const field = listFields(kind).find((one) => one.lock === lock);
  if (field !== undefined) return field.label;
  const role = Object.values(ROLE_FIELDS).find((one) => one.lock === lock)?.role;
  if (role !== undefined) return roleWords(role);
  return lock.startsWith('cover') ? t`Cover` : t`Another field`;
}

const FROM: Readonly<Record<ValueSource['source'], string>> = {
  user: t`Set by a user`,
  file: t`From the file`,
  sidecar: t`From a file next to it`,
  name: t`From the file or folder name`,
  books: t`From the books`,
  none: '',
};

/** Source of a value in a few words; undefined without a source. */
export function sourceWords(source: ValueSource | undefined): string | undefined {
  if (source === undefined || source.source === 'none') return undefined;
  const { name } = source;
  if (source.source === 'user' && name !== null) return t`Set by ${name}`;
  const isDocument = name !== null && (source.source === 'file' || source.source === 'sidecar');
  return isDocument ? t`From ${name}` : FROM[source.source];
}
