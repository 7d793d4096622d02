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
import { getLockName } from './fields.ts';

/** `replace` clears missing fields, `update` keeps them. */
export type EditMode = 'replace' | 'update';

/** Stored authors. */
export const Authors = z
  .array(z.object({ name: z.string(), role: z.string(), sortName: z.string().nullable() }))
  .catch([]);

function parseAuthors(state: Pick<MetadataState, 'values'>): Author[] {
  return Authors.parse(state.values['authors'] ?? []);
}

type Author = z.infer<typeof Authors>[number];

/** Names separated by commas. */
function splitNames(text: Json | undefined): string[] {
  return (typeof text === 'string' ? text : '')
    .split(',')
    .map((part) => part.trim())
    .filter((name) => name !== '');
}

/** Gives a role to exactly these people; other authors keep their order. */
function withRole(authors: readonly Author[], role: string, names: readonly string[]): Author[] {
  const known = new Map(authors.filter((author) => author.role === role).map((author) => [author.name, author]));
  const fresh = names.map((name) => known.get(name) ?? { name, role, sortName: null });
  return [...authors.filter((author) => author.role !== role), ...fresh];
}

function roleNames(state: MetadataState, role: string): string[] {
  return parseAuthors(state).flatMap((author) => (author.role === role ? [author.name] : []));
}

type Given = Readonly<Record<string, Json | undefined>>;

/** People that a role string leaves out lose the role. */
function planRoles(state: MetadataState, given: Given, mode: EditMode): Edit {
  const isWhole = given['authors'] !== undefined;
  const isKept = mode === 'update' || isWhole;
  let authors: readonly Author[] = isWhole ? Authors.parse(given['authors'] ?? []) : parseAuthors(state);
  const lock: string[] = isWhole ? ['authorsJsonLock'] : [];
  for (const [field, { role, lock: roleLock }] of Object.entries(ROLE_FIELDS)) {
    const text = given[field];
    if (text === undefined && isKept) continue;
    const names = splitNames(text);
    const isSame = JSON.stringify(names) === JSON.stringify(roleNames(state, role));
    if (text !== undefined || !isSame) lock.push(roleLock);
    authors = withRole(authors, role, names);
  }
  return isKept ? toAuthorsEdit(authors, lock) : clearUnnamed(authors, lock);
}

function toAuthorsEdit(authors: readonly Author[], lock: readonly string[]): Edit {
  return { values: { authors: authors.map((author) => ({ ...author })) }, lock };
}

/** A replacement also clears roles that have no role string. */
function clearUnnamed(authors: readonly Author[], lock: readonly string[]): Edit {
  const named = new Set<string>(Object.values(ROLE_FIELDS).map(({ role }) => role));
  const kept = authors.filter(({ role }) => named.has(role));
  return toAuthorsEdit(kept, kept.length < authors.length ? [...lock, 'authorsJsonLock'] : lock);
}

function isRoleField(field: string): boolean {
  return field === 'authors' || Object.hasOwn(ROLE_FIELDS, field);
}

/** Empty values that are not null. */
const EMPTY: Readonly<Record<string, Json>> = { awards: [], authors: [], genres: [], status: 'ongoing' };

interface Rules {
  /** All editable fields. */
  readonly fields: readonly string[];
  /** Fields that a replacement keeps when they are missing. */
  readonly kept: readonly string[];
}

/** Plans all fields except roles. */
function planFields(state: MetadataState, given: Given, mode: EditMode, { fields, kept }: Rules): Edit {
  const values: Record<string, Json> = {};
  const lock: string[] = [];
  for (const field of fields) {
    const wanted = given[field];
    if (wanted === undefined && (mode === 'update' || kept.includes(field))) continue;
    const before = state.values[field] ?? null;
    const empty = EMPTY[field] ?? null;
    const after = wanted ?? empty;
    values[field] = after;
    // A missing field in a replacement counts as edited only if it had a value.
    if (wanted !== undefined || JSON.stringify(before) !== JSON.stringify(after))
      lock.push(getLockName(state.kind, field));
  }
  return { values, lock };
}

/** Merges `customMetadata` in an update, and splits `genre` into genres. */
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

/** Lists in their own tables have their own endpoints. A book edit may also name genres; roles make its authors. */
function deriveRules(kind: 'book' | 'series', table: Readonly<Record<string, MetadataField>>): Rules {
  const isOfEdit = ({ stored, term, family }: MetadataField): boolean => {
    if (kind === 'book' && (term === 'genre' || family === 'people')) return term === 'genre';
    return stored !== 'table';
  };
  return {
    fields: namesWhere(table, isOfEdit),
    kept: namesWhere(table, ({ keptByPut }) => keptByPut === true),
  };
}

const BOOK_RULES = deriveRules('book', BOOK_FIELDS);
const SERIES_RULES = deriveRules('series', SERIES_FIELDS);

/** Sets and locks the given fields of a book. */
export function planBookEdit(body: BookMetadataEdit, mode: EditMode): PlanEdit {
  return (state) => {
    const given = prepare(state, body, mode);
    const plain = planFields(state, given, mode, BOOK_RULES);
    const hasRoles = mode === 'replace' || Object.keys(given).some(isRoleField);
    const roles = hasRoles ? planRoles(state, given, mode) : { values: {}, lock: [] };
    return { values: { ...plain.values, ...roles.values }, lock: [...(plain.lock ?? []), ...(roles.lock ?? [])] };
  };
}

/** Sets and locks the given fields of a series. */
export function planSeriesEdit(body: SeriesMetadataEdit, mode: EditMode): PlanEdit {
  return (state) => planFields(state, prepare(state, body, mode), mode, SERIES_RULES);
}

/** Names of the locks to set, or to clear. */
export function locksWhere(wanted: Readonly<Record<string, boolean | undefined>>, isSet: boolean): string[] {
  return Object.entries(wanted).flatMap(([name, is]) => (is === isSet ? [name] : []));
}

/** Sets true locks, clears false ones. */
export function planLocks(wanted: Readonly<Record<string, boolean | undefined>>): PlanEdit {
  return () => ({ values: {}, lock: locksWhere(wanted, true), unlock: locksWhere(wanted, false) });
}

/** Sets and locks one field. */
export function planField(field: string, decide: (before: Json, state: MetadataState) => Json): PlanEdit {
  return (state) => {
    return { values: { [field]: decide(state.values[field] ?? null, state) }, lock: [getLockName(state.kind, field)] };
  };
}

/** Adds and removes genres or tags, ignoring case as names do. */
export function planTerms(field: 'genres' | 'tags', add: readonly string[], remove: readonly string[]): PlanEdit {
  const gone = new Set(distinctNames(remove).keys());
  return planField(field, (before) => {
    const known = z.array(z.string()).parse(before ?? []);
    return [...distinctNames([...known, ...add])].flatMap(([key, name]) => (gone.has(key) ? [] : [name]));
  });
}
