import { ROLE_FIELDS } from '@lectern/contract';
import { isDeepStrictEqual } from 'node:util';
import type { Json, MetadataState } from '#db/repos/metadata/metadata-states.repo.ts';
import { getLockName } from './fields.ts';

/** A requested edit of one book or series. */
export interface Edit {
  /** New values by field. */
  readonly values: Readonly<Record<string, Json>>;
  /** Locks to set. */
  readonly lock?: readonly string[];
  /** Locks to clear. */
  readonly unlock?: readonly string[];
  /** Of a series: the new `SeriesTable.filled`, which names the source of each value. */
  readonly filled?: string;
  /** The edit touches a locked value, whether or not it changes it. */
  readonly meetsLock?: boolean;
}

/** A pure planner, so that a preview equals the edit. */
export type PlanEdit = (state: MetadataState) => Edit;

/** A changed field; for `locks`, the sorted names of set locks. */
export interface FieldChange {
  readonly field: string;
  readonly before: Json;
  readonly after: Json;
}

/** The effective changes of an edit. */
export interface PlannedEdit {
  readonly state: MetadataState;
  readonly changes: readonly FieldChange[];
  readonly locks: ReadonlySet<string>;
  readonly filled: string | undefined;
  readonly meetsLock: boolean;
}

/** Whether a field is locked. Author roles have their own locks. */
export function isFieldLocked(state: Pick<MetadataState, 'kind' | 'locks'>, field: string): boolean {
  if (state.locks.has(getLockName(state.kind, field))) return true;
  if (state.kind !== 'book' || field !== 'authors') return false;
  return Object.values(ROLE_FIELDS).some(({ lock }) => state.locks.has(lock));
}

/** Field name of the set of locks. */
export const LOCKS_FIELD = 'locks';

function sorted(locks: ReadonlySet<string>): string[] {
  return [...locks].toSorted();
}

/** The effective changes of an edit. */
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

/** The state after an edit, without reading it again. */
export function stateAfter({ state, changes, locks, filled }: PlannedEdit, at: number): MetadataState {
  if (changes.length === 0) return state;
  const edited = changes.filter(({ field }) => field !== LOCKS_FIELD);
  const values = Object.fromEntries(edited.map(({ field, after }) => [field, after]));
  return { ...state, values: { ...state.values, ...values }, locks, updatedAt: at, said: filled ?? state.said };
}
