import type { ValueSource } from '@lectern/contract';
import type { Field } from './fields.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type Values = Readonly<Record<string, Json>>;

/** Saved state of a book or series. */
export interface Known {
  readonly values: Values;
  /** By lock name. */
  readonly locks: Readonly<Record<string, boolean>>;
  readonly sources: Readonly<Record<string, ValueSource>>;
  readonly updatedAt: string;
}

/** Unsaved changes. */
export interface Draft {
  /** Only fields that differ from the saved state. An invalid number stays text. */
  readonly values: Values;
  /** Locks changed by hand, by lock name. */
  readonly locks: Readonly<Record<string, boolean>>;
  /** Fields to reset to the value of the file. */
  readonly reset: readonly string[];
}

export const NO_DRAFT: Draft = { values: {}, locks: {}, reset: [] };

function without<Value>(record: Readonly<Record<string, Value>>, name: string): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
}

/** Deep equality. */
export function isSame(one: Json | undefined, other: Json | undefined): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

/**
 * Sets a field; the saved value is no change.
 * @param known undefined while a save runs: the future state is unknown, so every value counts as a change
 */
export function withValue(draft: Draft, known: Known | undefined, field: string, value: Json): Draft {
  const others = without(draft.values, field);
  const isNone = known !== undefined && isSame(known.values[field], value);
  const values = isNone ? others : { ...others, [field]: value };
  return { ...draft, values, reset: draft.reset.filter((name) => name !== field) };
}

/** Sets or clears a lock; `known` as in `withValue`. */
export function withLock(draft: Draft, known: Known | undefined, lock: string, isSet: boolean): Draft {
  const others = without(draft.locks, lock);
  const isNone = known !== undefined && (known.locks[lock] ?? false) === isSet;
  return { ...draft, locks: isNone ? others : { ...others, [lock]: isSet } };
}

/** Resets a field to the value of the file. */
export function withReset(draft: Draft, { name, lock }: Field): Draft {
  const reset = [...draft.reset.filter((one) => one !== name), name];
  return { values: without(draft.values, name), locks: without(draft.locks, lock), reset };
}

/** Discards all changes of a field. */
export function withoutField(draft: Draft, { name, lock }: Field): Draft {
  return {
    values: without(draft.values, name),
    locks: without(draft.locks, lock),
    reset: draft.reset.filter((one) => one !== name),
  };
}

/** Changed fields in form order. */
export function changedFields(draft: Draft, fields: readonly Field[]): readonly Field[] {
  return fields.filter(({ name, lock }) => name in draft.values || lock in draft.locks || draft.reset.includes(name));
}

/** An edited field becomes locked, a reset field unlocked. */
export function willBeLocked(draft: Draft, known: Known, { name, lock }: Field): boolean {
  if (name in draft.values) return true;
  if (draft.reset.includes(name)) return draft.locks[lock] ?? false;
  return draft.locks[lock] ?? known.locks[lock] ?? false;
}

/** Drops changes equal to the saved state. */
export function withoutKnown(draft: Draft, known: Known): Draft {
  const values = Object.entries(draft.values).filter(([field, value]) => !isSame(known.values[field], value));
  const locks = Object.entries(draft.locks).filter(([lock, isSet]) => (known.locks[lock] ?? false) !== isSet);
  return { values: Object.fromEntries(values), locks: Object.fromEntries(locks), reset: draft.reset };
}

/**
 * Applies a draft to a newer saved state.
 * @returns the remaining draft, and the fields changed on both sides to different values
 */
export function rebase(draft: Draft, before: Known, after: Known) {
  const kept = withoutKnown(draft, after);
  const conflicts = Object.keys(kept.values).filter((field) => !isSame(before.values[field], after.values[field]));
  return { draft: kept, conflicts };
}

/** Changes made after the draft was sent. */
export function pickUnsent(draft: Draft, sent: Draft): Draft {
  const values = Object.entries(draft.values).filter(([field, value]) => {
    return !(field in sent.values) || !isSame(sent.values[field], value);
  });
  const locks = Object.entries(draft.locks).filter(([lock, isSet]) => sent.locks[lock] !== isSet);
  const reset = draft.reset.filter((field) => !sent.reset.includes(field));
  return { values: Object.fromEntries(values), locks: Object.fromEntries(locks), reset };
}

function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Creates the patch target from a document: null deletes a key.
 * @see RFC 7396
 */
export function mergePatch(before: Json | undefined, after: Json): Json {
  if (!isObject(after) || !isObject(before)) return after;
  // a key may be the name of something that every object has, such as `toString`
  const had = (key: string) => (Object.hasOwn(before, key) ? before[key] : undefined);
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  const changed = Object.entries(after).filter(([key, value]) => !isSame(had(key), value));
  return Object.fromEntries([
    ...gone.map((key): [string, Json] => [key, null]),
    ...changed.map(([key, value]): [string, Json] => [key, mergePatch(had(key), value)]),
  ]);
}

/** Values to send: custom data is merged by the server, months are numbers. */
export function toValues(known: Pick<Known, 'values'>, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([field, value]): [string, Json] => {
      if (field === 'customMetadata') return [field, mergePatch(known.values[field], value)];
      return [field, field === 'month' && value !== null ? Number(value) : value];
    }),
  );
}
