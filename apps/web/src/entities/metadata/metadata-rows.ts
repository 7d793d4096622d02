import { t } from '@lingui/core/macro';
import { ROLE_FIELDS } from '@lectern/contract/metadata-fields';
import type { FilterField } from '#entities/condition/list-query.ts';
import type { CreditKind } from '#entities/credit/credit-kinds.ts';
import { roleWords } from '#entities/credit/roles.ts';
import { languageName } from '#lib/language-name.ts';
import type { Json, Values } from './draft.ts';
import { type Field, listFields, type Kind } from './fields.ts';
import { valueWords } from './value-words.ts';

/**
 * One row of metadata. With `filter` each name links to a filtered list, with `credit` to its page; with `links` each has
 * its own target.
 */
export interface MetadataRow {
  readonly label: string;
  readonly names: readonly string[];
  readonly filter?: FilterField;
  readonly credit?: CreditKind;
  readonly links?: readonly { readonly name: string; readonly url: string }[];
}

/** Fields whose names link to a filtered list. */
const LINKED: Readonly<Record<string, FilterField>> = {
  genres: 'genre',
  tags: 'tag',
};
/** Fields whose names have a page. */
const CREDITED: ReadonlySet<string> = new Set(['publisher', 'imprint']);

/** Non-empty fields with a row of their own, in form order. */
export function metadataRows(kind: Kind, values: Values): readonly MetadataRow[] {
  return listFields(kind)
    .filter(({ shown }) => shown === 'row')
    .flatMap((field) => buildRows(kind, field, values))
    .filter(({ names }) => names.length > 0);
}

function buildRows(kind: Kind, field: Field, values: Values): readonly MetadataRow[] {
  const value = values[field.name] ?? null;
  const { family, name, label } = field;
  if (family === 'people') return peopleRows(kind, people(value));
  if (family === 'links') return [linksRow(label, value)];
  if (name === 'subjects' && sameNames(value, values['genres'] ?? null)) return [];
  const filter = LINKED[name];
  const credit = CREDITED.has(name) ? 'publisher' : undefined;
  const names = family === 'names' ? texts(value) : isBlank(value) ? [] : [words(field, value)];
  return [{ label, names, ...(filter === undefined ? {} : { filter }), ...(credit === undefined ? {} : { credit }) }];
}

function words(field: Field, value: Json): string {
  return field.family === 'language' && typeof value === 'string' ? languageName(value) : valueWords(field, value);
}

interface Person {
  readonly name: string;
  readonly role: string;
}

/** Of people whose part in the book is not stated, such as those who made the file. */
const CONTRIBUTOR = 'contributor';

/** A book has one row per role, with unknown roles under authors; a series has one row. */
function peopleRows(kind: Kind, named: readonly Person[]): readonly MetadataRow[] {
  const credit = 'person';
  const distinct = (some: readonly Person[]) => [...new Set(some.map(({ name }) => name))];
  if (kind === 'series') return [{ label: t`Creators`, names: distinct(named), credit }];
  const roles = Object.values(ROLE_FIELDS);
  const credited = roles.map(({ role }) => {
    return { label: roleWords(role), names: distinct(named.filter((person) => person.role === role)), credit } as const;
  });
  const listed = new Set(credited.flatMap(({ names }) => names));
  const unlisted = named.filter(({ name }) => !listed.has(name));
  const authors = distinct(unlisted.filter(({ role }) => role !== CONTRIBUTOR));
  const others = distinct(unlisted).filter((name) => !authors.includes(name));
  return [{ label: t`Author`, names: authors, credit }, ...credited, { label: t`Contributor`, names: others, credit }];
}

/** Links come from files too: only web addresses become links. */
function linksRow(label: string, value: Json): MetadataRow {
  const links = rows(value)
    .map(({ sourceName, url }) => ({ name: text(sourceName), url: text(url) }))
    .filter(({ url }) => /^https?:/i.test(url));
  return { label, names: links.map(({ name }) => name), links };
}

function rows(value: Json): readonly Readonly<Record<string, Json>>[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly Json[]).filter(
    (one): one is Readonly<Record<string, Json>> => typeof one === 'object' && one !== null && !Array.isArray(one),
  );
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function people(value: Json): readonly Person[] {
  return rows(value).map(({ name, role }) => ({ name: text(name), role: text(role) }));
}

function texts(value: Json): readonly string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

function sameNames(one: Json, other: Json): boolean {
  return texts(one).join(', ') === texts(other).join(', ');
}

function isBlank(value: Json): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
