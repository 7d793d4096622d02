import { ROLE_FIELDS } from '@lectern/contract';
import { isDeepStrictEqual } from 'node:util';
import type { Json, MetadataState } from '#db/repos/metadata/metadata-states.repo.ts';
import { lockOf } from './fields.ts';

/** What is to become of one book or series. */
export interface Edit {
  /** Fields with what they are to say. */
  readonly values: Readonly<Record<string, Json>>;
  /** Names of locks that are set by it … */
  readonly lock?: readonly string[];
  /** … and cleared. */
  readonly unlock?: readonly string[];
  /** Of a series: which file says what from now on, as `SeriesTable.filled`. */
  readonly filled?: string;
  /** The edit is about a value that a user protected, whether it changes that or not. */
  readonly meetsLock?: boolean;
}

/** Decides what becomes of one; pure, so that a preview and the deed are the same. */
export type PlanEdit = (state: MetadataState) => Edit;

/** One field that an edit changes; `locks` is the sorted names of those that are set. */
export interface FieldChange {
  readonly field: string;
  readonly before: Json;
  readonly after: Json;
}

/** An edit as far as it changes anything. */
export interface PlannedEdit {
  readonly state: MetadataState;
  readonly changes: readonly FieldChange[];
  readonly locks: ReadonlySet<string>;
  readonly filled: string | undefined;
  readonly meetsLock: boolean;
}

/** Whether a user protected a field; roles of people can be locked one by one. */
export function isFieldLocked(state: Pick<MetadataState, 'kind' | 'locks'>, field: string): boolean {
  if (state.locks.has(lockOf(state.kind, field))) return true;
  if (state.kind !== 'book' || field !== 'authors') return false;
  return Object.values(ROLE_FIELDS).some(({ lock }) => state.locks.has(lock));
}

/** How the set of locks is called where fields are named. */
export const LOCKS_FIELD = 'locks';

function sorted(locks: ReadonlySet<string>): string[] {
  return [...locks].toSorted();
}

/** What an edit changes of a book or series; nothing where all is as it says. */
export function planChanges(state: MetadataState, edit: Edit): PlannedEdit {
  const changes: FieldChange[] = [];
  for (const [field, after] of Object.entries(edit.values)) {
    const before = state.values[field] ?? null;
    if (!isDeepStrictEqual(before, after)) changes.push({ field, before, after });
  }
  const locks = new Set(state.locks);
  for (const name of edit.unlock ?? []) locks.delete(name);
  for (const name of edit.lock ?? []) locks.add(name);
  const [before, after] = [sorted(state.locks), sorted(locks)];
  if (!isDeepStrictEqual(before, after)) changes.push({ field: LOCKS_FIELD, before, after });
  return { state, changes, locks, filled: edit.filled, meetsLock: edit.meetsLock ?? false };
}

/** What is known of a book or series after an edit: what was read before it, with the changes. */
export function stateAfter({ state, changes, locks, filled }: PlannedEdit, at: number): MetadataState {
  if (changes.length === 0) return state;
  const edited = changes.filter(({ field }) => field !== LOCKS_FIELD);
  const values = Object.fromEntries(edited.map(({ field, after }) => [field, after]));
  return { ...state, values: { ...state.values, ...values }, locks, updatedAt: at, said: filled ?? state.said };
}
