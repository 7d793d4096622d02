import {
  BOOK_FIELDS,
  type BookMetadataEdit,
  type MetadataField,
  namesWhere,
  ROLE_FIELDS,
  SERIES_FIELDS,
  type SeriesMetadataEdit,
} from '@lectern/contract';
import { z } from 'zod';
import type { Json, MetadataState } from '#db/repos/metadata/metadata-states.repo.ts';
import { distinctNames } from '#db/repos/rows/find-terms.repo.ts';
import { mergeCustomMetadata } from './custom-metadata.ts';
import type { Edit, PlanEdit } from './edit.ts';
import { lockOf } from './fields.ts';

/** `replace` clears what is left out, `update` keeps it. */
export type EditMode = 'replace' | 'update';

interface Author {
  readonly name: string;
  readonly role: string;
  readonly sortName: string | null;
}

const Authors = z.array(z.object({ name: z.string(), role: z.string(), sortName: z.string().nullable() })).catch([]);

/** The authors of a state. */
function authorsOf(state: Pick<MetadataState, 'values'>): readonly Author[] {
  return Authors.parse(state.values['authors'] ?? []);
}

/** Names in one text, parted by commas. */
function splitNames(text: Json | undefined): string[] {
  return (typeof text === 'string' ? text : '')
    .split(',')
    .map((part) => part.trim())
    .filter((name) => name !== '');
}

/** Gives one role to exactly the named people; other credits keep their order. */
function withRole(authors: readonly Author[], role: string, names: readonly string[]): Author[] {
  const known = new Map(authors.filter((author) => author.role === role).map((author) => [author.name, author]));
  const fresh = names.map((name) => known.get(name) ?? { name, role, sortName: null });
  return [...authors.filter((author) => author.role !== role), ...fresh];
}

function roleNames(state: MetadataState, role: string): string[] {
  return authorsOf(state).flatMap((author) => (author.role === role ? [author.name] : []));
}

type Given = Readonly<Record<string, Json | undefined>>;

/** What is named by role strings: who they leave out loses the role. */
function planRoles(state: MetadataState, given: Given, mode: EditMode): Edit {
  const isWhole = given['authors'] !== undefined;
  const isKept = mode === 'update' || isWhole;
  let authors: readonly Author[] = isWhole ? Authors.parse(given['authors'] ?? []) : authorsOf(state);
  const lock: string[] = isWhole ? ['authorsJsonLock'] : [];
  for (const [field, { role, lock: roleLock }] of Object.entries(ROLE_FIELDS)) {
    const text = given[field];
    if (text === undefined && isKept) continue;
    const names = splitNames(text);
    const isSame = JSON.stringify(names) === JSON.stringify(roleNames(state, role));
    if (text !== undefined || !isSame) lock.push(roleLock);
    authors = withRole(authors, role, names);
  }
  return isKept ? editOf(authors, lock) : clearUnnamed(authors, lock);
}

function editOf(authors: readonly Author[], lock: readonly string[]): Edit {
  return { values: { authors: authors.map((author) => ({ ...author })) }, lock };
}

/** Roles that no string names are authors' own: a replacement without them clears them. */
function clearUnnamed(authors: readonly Author[], lock: readonly string[]): Edit {
  const named = new Set<string>(Object.values(ROLE_FIELDS).map(({ role }) => role));
  const kept = authors.filter(({ role }) => named.has(role));
  return editOf(kept, kept.length < authors.length ? [...lock, 'authorsJsonLock'] : lock);
}

function isRoleField(field: string): boolean {
  return field === 'authors' || Object.hasOwn(ROLE_FIELDS, field);
}

/** What a field says when it says nothing. */
const EMPTY: Readonly<Record<string, Json>> = { awards: [], authors: [], genres: [], status: 'ongoing' };

interface Rules {
  /** Every field that can be given. */
  readonly fields: readonly string[];
  /** Those that stay when a replacement leaves them out. */
  readonly kept: readonly string[];
  readonly lockOf: (field: string) => string;
}

/** Fields one by one, without roles. */
function planFields(state: MetadataState, given: Given, mode: EditMode, { fields, kept, lockOf }: Rules): Edit {
  const values: Record<string, Json> = {};
  const lock: string[] = [];
  for (const field of fields) {
    const wanted = given[field];
    if (wanted === undefined && (mode === 'update' || kept.includes(field))) continue;
    const before = state.values[field] ?? null;
    const empty = EMPTY[field] ?? null;
    const after = wanted ?? empty;
    values[field] = after;
    // What a replacement leaves out was edited only if it said something.
    if (wanted !== undefined || JSON.stringify(before) !== JSON.stringify(after)) lock.push(lockOf(field));
  }
  return { values, lock };
}

/** `customMetadata` is merged by an update; `genre` is one text for the genres. */
function prepare(state: MetadataState, given: Given, mode: EditMode): Given {
  const { customMetadata, genre, ...rest } = given;
  const isMerged = mode === 'update' && customMetadata !== undefined;
  const custom = isMerged
    ? mergeCustomMetadata(state.values['customMetadata'] ?? null, asObject(customMetadata))
    : customMetadata;
  const names = typeof genre === 'string' ? [...distinctNames(genre.split(',')).values()] : null;
  return {
    ...rest,
    ...(custom === undefined ? {} : { customMetadata: custom }),
    ...(genre === undefined ? {} : { genres: names }),
  };
}

function asObject(value: Json): { readonly [key: string]: Json } | null {
  return typeof value === 'object' && !Array.isArray(value) ? value : null;
}

/** Lists in tables of their own have their own endpoints, but an edit of a book may name its genres. Roles make the people of a book. */
function rulesOf(kind: 'book' | 'series', table: Readonly<Record<string, MetadataField>>): Rules {
  const isOfEdit = ({ stored, term, family }: MetadataField): boolean => {
    if (kind === 'book' && (term === 'genre' || family === 'people')) return term === 'genre';
    return stored !== 'table';
  };
  return {
    fields: namesWhere(table, isOfEdit),
    kept: namesWhere(table, ({ keptByPut }) => keptByPut === true),
    lockOf: (field) => lockOf(kind, field),
  };
}

const BOOK_RULES = rulesOf('book', BOOK_FIELDS);
const SERIES_RULES = rulesOf('series', SERIES_FIELDS);

/** What is given becomes the book's, and is locked. */
export function planBookEdit(body: BookMetadataEdit, mode: EditMode): PlanEdit {
  return (state) => {
    const given = prepare(state, body, mode);
    const plain = planFields(state, given, mode, BOOK_RULES);
    const hasRoles = mode === 'replace' || Object.keys(given).some(isRoleField);
    const roles = hasRoles ? planRoles(state, given, mode) : { values: {}, lock: [] };
    return { values: { ...plain.values, ...roles.values }, lock: [...(plain.lock ?? []), ...(roles.lock ?? [])] };
  };
}

/** What is given becomes the series', and is locked. */
export function planSeriesEdit(body: SeriesMetadataEdit, mode: EditMode): PlanEdit {
  return (state) => planFields(state, prepare(state, body, mode), mode, SERIES_RULES);
}

/** Sets the locks that are true, clears those that are false. */
export function planLocks(wanted: Readonly<Record<string, boolean | undefined>>): PlanEdit {
  const names = (isSet: boolean) => Object.entries(wanted).flatMap(([name, is]) => (is === isSet ? [name] : []));
  const [lock, unlock] = [names(true), names(false)];
  return () => ({ values: {}, lock, unlock });
}

/** Sets one field to what `decide` makes of it, and locks it. */
export function planField(field: string, decide: (before: Json, state: MetadataState) => Json): PlanEdit {
  return (state) => {
    return { values: { [field]: decide(state.values[field] ?? null, state) }, lock: [lockOf(state.kind, field)] };
  };
}

/** Adds names to genres or tags and takes others from them, compared as names are. */
export function planTerms(field: 'genres' | 'tags', add: readonly string[], remove: readonly string[]): PlanEdit {
  const gone = new Set(distinctNames(remove).keys());
  return planField(field, (before) => {
    const known = z.array(z.string()).parse(before ?? []);
    return [...distinctNames([...known, ...add])].flatMap(([key, name]) => (gone.has(key) ? [] : [name]));
  });
}
