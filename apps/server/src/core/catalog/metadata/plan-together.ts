import { isDeepStrictEqual } from 'node:util';
import { type BookEdits, ROLE_FIELDS, type SeriesEdits } from '@lectern/contract';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { invalidField } from '#core/invalid-field.ts';
import type { ExternalList } from '#db/repos/metadata/externals.repo.ts';
import type { Json, MetadataState } from '#db/repos/metadata/metadata-states.repo.ts';
import { type Edit, isFieldLocked } from './edit.ts';
import type { Planner } from './plan-owners.ts';
import { replaceItems } from './external-items.ts';
import { getLockName } from './fields.ts';
import { Authors, locksWhere, planBookEdit, planSeriesEdit, planTerms } from './plan-edits.ts';
import { followBooks } from './plan-reset.ts';
import { say } from '#words/say.ts';

type Edits = BookEdits | SeriesEdits;
type Values = Record<string, Json>;

const TERMS = ['genres', 'tags'] as const;

function checkUnchanged({ kind, title, updatedAt }: MetadataState, since: string | undefined): void {
  if (since === undefined || updatedAt <= Date.parse(since)) return;
  const path = 'unchangedSince';
  const message =
    kind === 'book'
      ? say('The book "{title}" was changed in the meantime', { title })
      : say('The series "{title}" was changed in the meantime', { title });
  throw new AppError('Conflict', message, { details: [{ path, message }] });
}

/** Genres and tags: replaced, or added and removed. */
function termValues(state: MetadataState, { values, add, remove }: Edits): Values {
  const said: Values = {};
  for (const field of TERMS) {
    const whole = values[field];
    if (whole !== undefined) said[field] = whole ?? [];
    if (add[field] === undefined && remove[field] === undefined) continue;
    const from = { ...state, values: { ...state.values, ...said } };
    const edit = planTerms(field, add[field] ?? [], remove[field] ?? [])(from);
    Object.assign(said, edit.values);
  }
  return said;
}

/** Added and removed people; others keep their places. */
function authorValues(state: MetadataState, { add, remove }: Edits, given: Json | undefined): Values {
  if (add.authors === undefined && remove.authors === undefined) return {};
  const toKey = ({ name, role }: { readonly name: string; readonly role: string }): string =>
    `${role} ${name.toLowerCase()}`;
  const gone = new Set((remove.authors ?? []).map(toKey));
  const before = Authors.parse(given ?? state.values['authors'] ?? []);
  const kept = before.filter((author) => !gone.has(toKey(author)));
  const known = new Set(kept.map(toKey));
  const fresh = (add.authors ?? []).filter((author) => !known.has(toKey(author)));
  return { authors: [...kept, ...fresh].map((author) => ({ ...author })) };
}

/** The database calls `sourceName` `source`. */
function asStored({ sourceName, ...item }: Readonly<Record<string, Json | undefined>>): Values {
  const said = { ...item, ...(sourceName === undefined ? {} : { source: sourceName }) };
  return Object.fromEntries(Object.entries(said).map(([name, value]) => [name, value ?? null]));
}

function listValues(state: MetadataState, values: Edits['values']): Values {
  const lists: Readonly<Record<ExternalList, readonly object[] | null | undefined>> = {
    externalIds: values.externalIds,
    externalLinks: values.externalLinks,
    externalRatings: 'externalRatings' in values ? values.externalRatings : undefined,
    alternateTitles: 'alternateTitles' in values ? values.alternateTitles : undefined,
  };
  const said: Values = {};
  for (const list of Object.keys(lists) as ExternalList[]) {
    const wanted = lists[list];
    if (wanted === undefined) continue;
    const items = (wanted ?? []).map((item) => asStored({ ...item }));
    said[list] = replaceItems(list, state.values[list] ?? null, items);
  }
  return said;
}

/** All locks that protect a field or a part of it. */
function listLocks(kind: MetadataState['kind'], field: string): string[] {
  const roles = kind === 'book' && field === 'authors' ? Object.values(ROLE_FIELDS) : [];
  return [getLockName(kind, field), ...roles.map(({ lock }) => lock)];
}

/** Values of files for the fields to reset, and the locks to clear. */
async function planPartialReset(
  state: MetadataState,
  fields: readonly string[],
  reset: () => Promise<Edit>,
): Promise<Required<Pick<Edit, 'values' | 'unlock'>> & Pick<Edit, 'filled'>> {
  if (fields.length === 0) return { values: {}, unlock: [] };
  const known = fields.filter((field) => field in state.values);
  if (known.length < fields.length) {
    const fields = Object.keys(state.values).toSorted().join(', ');
    throw invalidField('reset', say('must be a list of these fields: {fields}', { fields }));
  }
  const said = await reset();
  return {
    values: Object.fromEntries(
      known.flatMap((field) => (field in said.values ? [[field, said.values[field] ?? null]] : [])),
    ),
    unlock: known.flatMap((field) => listLocks(state.kind, field)),
    ...(said.filled === undefined ? {} : { filled: mergeFilled(state.said, said.filled, known) }),
  };
}

const Filled = z.record(z.string(), z.json()).catch({});

/** Takes the sources of the reset fields from `after`, all others from `before`. */
function mergeFilled(before: string | null, after: string, fields: readonly string[]): string {
  const [old, fresh] = [Filled.parse(JSON.parse(before ?? '{}')), Filled.parse(JSON.parse(after))];
  const others = Object.entries(old).filter(([field]) => !fields.includes(field));
  const these = Object.entries(fresh).filter(([field]) => fields.includes(field));
  return JSON.stringify(Object.fromEntries([...others, ...these]));
}

/** Whether the edit would change a locked field. */
function changesLocked(state: MetadataState, [field, value]: readonly [string, Json]): boolean {
  return isFieldLocked(state, field) && !isDeepStrictEqual(state.values[field] ?? null, value);
}

interface Planned {
  readonly edits: Edits;
  /** The field values and their locks. */
  readonly plain: Edit;
  readonly reset: () => Promise<Edit>;
}

/** Combines all parts of an edit. Given values win over reset ones and are locked whatever `locks` says. */
async function combineEdits(state: MetadataState, { edits, plain, reset }: Planned): Promise<Edit> {
  checkUnchanged(state, edits.unchangedSince);
  const authors = authorValues(state, edits, plain.values['authors']);
  const given = { ...plain.values, ...termValues(state, edits), ...listValues(state, edits.values), ...authors };
  const back = await planPartialReset(
    state,
    edits.reset.filter((field) => !(field in given)),
    reset,
  );
  const wanted = Object.entries({ ...back.values, ...given });
  const met = new Set(wanted.filter((entry) => changesLocked(state, entry)).map(([field]) => field));
  const kept = edits.keepLocked ? met : new Set<string>();
  const keptLocks = new Set([...kept].flatMap((field) => listLocks(state.kind, field)));
  const locks = [...(plain.lock ?? []), ...Object.keys(given).map((field) => getLockName(state.kind, field))];
  return {
    values: Object.fromEntries(wanted.filter(([field]) => !kept.has(field))),
    lock: [...locks.filter((name) => !keptLocks.has(name)), ...locksWhere(edits.locks, true)],
    unlock: [...back.unlock.filter((name) => !keptLocks.has(name)), ...locksWhere(edits.locks, false)],
    ...(back.filled === undefined ? {} : { filled: back.filled }),
    meetsLock: met.size > 0,
  };
}

/** Plans values, locks, terms and resets of a book as one edit. */
export function planBookEdits(edits: BookEdits, reset: Planner): Planner {
  const { genres: _genres, tags: _tags, externalIds: _ids, externalLinks: _links, ...fields } = edits.values;
  const plan = planBookEdit(fields, 'update');
  return async (state, db) => combineEdits(state, { edits, plain: plan(state), reset: async () => reset(state, db) });
}

/** The same for a series. Unlocked fields get the values of its books again. */
export function planSeriesEdits(edits: SeriesEdits, reset: Planner): Planner {
  const plan = planSeriesEdit(edits.values, 'update');
  return async (state, db) => {
    const edit = await combineEdits(state, { edits, plain: plan(state), reset: async () => reset(state, db) });
    const followed = await followBooks(state, db, edit);
    return { ...followed, values: { ...followed.values, ...edit.values } };
  };
}
