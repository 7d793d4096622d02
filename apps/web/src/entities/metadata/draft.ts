import type { ValueSource } from '@lectern/contract';
import type { Field } from './fields.ts';

/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type Values = Readonly<Record<string, Json>>;

/** What the server knows of a book or series. */
export interface Known {
  readonly values: Values;
  /** By name of the lock. */
  readonly locks: Readonly<Record<string, boolean>>;
  readonly sources: Readonly<Record<string, ValueSource>>;
  readonly updatedAt: string;
}

/** What somebody changed and did not save yet. */
export interface Draft {
  /** Only fields that say something else than what is known. A number that is none is kept as the text that was typed. */
  readonly values: Values;
  /** Locks that were set or cleared by hand, by name. */
  readonly locks: Readonly<Record<string, boolean>>;
  /** Fields that go back to what files say. */
  readonly reset: readonly string[];
}

export const NO_DRAFT: Draft = { values: {}, locks: {}, reset: [] };

function without<Value>(record: Readonly<Record<string, Value>>, name: string): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
}

/** Whether two values say the same. */
export function isSame(one: Json | undefined, other: Json | undefined): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

/**
 * Says something in a field; what is known already is no change.
 * @param known undefined while a draft is being saved: what will be known is not certain, so everything counts until then
 */
export function withValue(draft: Draft, known: Known | undefined, field: string, value: Json): Draft {
  const others = without(draft.values, field);
  const isNone = known !== undefined && isSame(known.values[field], value);
  const values = isNone ? others : { ...others, [field]: value };
  return { ...draft, values, reset: draft.reset.filter((name) => name !== field) };
}

/** Sets or clears the lock of a field; `known` as for a value. */
export function withLock(draft: Draft, known: Known | undefined, lock: string, isSet: boolean): Draft {
  const others = without(draft.locks, lock);
  const isNone = known !== undefined && (known.locks[lock] ?? false) === isSet;
  return { ...draft, locks: isNone ? others : { ...others, [lock]: isSet } };
}

/** Lets a field go back to what files say. */
export function withReset(draft: Draft, { name, lock }: Field): Draft {
  const reset = [...draft.reset.filter((one) => one !== name), name];
  return { values: without(draft.values, name), locks: without(draft.locks, lock), reset };
}

/** Takes back whatever was changed of a field. */
export function withoutField(draft: Draft, { name, lock }: Field): Draft {
  return {
    values: without(draft.values, name),
    locks: without(draft.locks, lock),
    reset: draft.reset.filter((one) => one !== name),
  };
}

/** Fields with a change of any kind, in the order of the form. */
export function changedFields(draft: Draft, fields: readonly Field[]): readonly Field[] {
  return fields.filter(({ name, lock }) => name in draft.values || lock in draft.locks || draft.reset.includes(name));
}

/** Whether a field will be protected: what is edited is, what is reset is not. */
export function willBeLocked(draft: Draft, known: Known, { name, lock }: Field): boolean {
  if (name in draft.values) return true;
  if (draft.reset.includes(name)) return draft.locks[lock] ?? false;
  return draft.locks[lock] ?? known.locks[lock] ?? false;
}

/** A draft as far as it says something else than what is known. */
export function withoutKnown(draft: Draft, known: Known): Draft {
  const values = Object.entries(draft.values).filter(([field, value]) => !isSame(known.values[field], value));
  const locks = Object.entries(draft.locks).filter(([lock, isSet]) => (known.locks[lock] ?? false) !== isSet);
  return { values: Object.fromEntries(values), locks: Object.fromEntries(locks), reset: draft.reset };
}

/**
 * What becomes of a draft when somebody else changed what it is about.
 * @returns the draft as far as it still changes something, and the fields that both changed, to different values
 */
export function rebase(draft: Draft, before: Known, after: Known) {
  const kept = withoutKnown(draft, after);
  const conflicts = Object.keys(kept.values).filter((field) => !isSame(before.values[field], after.values[field]));
  return { draft: kept, conflicts };
}

/** What of a draft was changed since it was sent. */
export function unsent(draft: Draft, sent: Draft): Draft {
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
 * What makes one document of another when it is merged into it: a null deletes its key.
 * @see RFC 7396
 */
export function mergePatch(before: Json | undefined, after: Json): Json {
  if (!isObject(after) || !isObject(before)) return after;
  const gone = Object.keys(before).filter((key) => !(key in after));
  const changed = Object.entries(after).filter(([key, value]) => !isSame(before[key], value));
  return Object.fromEntries([
    ...gone.map((key): [string, Json] => [key, null]),
    ...changed.map(([key, value]): [string, Json] => [key, mergePatch(before[key], value)]),
  ]);
}

/** What is sent: own data is merged by the server, months are numbers. */
export function toValues(known: Pick<Known, 'values'>, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([field, value]): [string, Json] => {
      if (field === 'customMetadata') return [field, mergePatch(known.values[field], value)];
      return [field, field === 'month' && value !== null ? Number(value) : value];
    }),
  );
}
