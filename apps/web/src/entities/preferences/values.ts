import type { Preference } from '@lectern/contract';

export type Json = Preference['value'];

/** Preferences by key; absent ones have their default. */
export type Values = Readonly<Record<string, Json>>;

/** The local copy of the preferences of one user. */
export interface LocalPreferences {
  /** User id; empty for a guest. */
  readonly owner: string;
  readonly values: Values;
  /** Keys changed locally but not delivered. */
  readonly unsent: readonly string[];
  /** Epoch milliseconds of the last change or delivery, by any tab. */
  readonly changedAt: number;
}

/** State of a guest. */
export const NO_PREFERENCES: LocalPreferences = { owner: '', values: {}, unsent: [], changedAt: 0 };

/** Changes by key; null resets to the default. */
export type Changes = Readonly<Record<string, Json>>;

function without(values: Values, keys: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key)));
}

export function withChanges(held: LocalPreferences, changes: Changes, changedAt: number): LocalPreferences {
  const keys = Object.keys(changes);
  const values = {
    ...without(held.values, keys),
    ...without(
      changes,
      keys.filter((key) => changes[key] === null),
    ),
  };
  return { ...held, values, unsent: [...held.unsent.filter((key) => !keys.includes(key)), ...keys], changedAt };
}

/** Changes to send; null resets to the default. */
export function pickUnsent({ values, unsent }: LocalPreferences): Changes {
  return Object.fromEntries(unsent.map((key) => [key, values[key] ?? null]));
}

/**
 * Merges a server answer; undelivered local changes win. An answer that was requested before the last change or delivery may lack
 * it, and is ignored.
 * @param askedAt epoch milliseconds of the request
 */
export function withAnswer(held: LocalPreferences, answer: readonly Preference[], askedAt: number): LocalPreferences {
  if (askedAt < held.changedAt) return held;
  const theirs = answer.flatMap(({ key, value, isSet }) =>
    isSet && !held.unsent.includes(key) ? [[key, value] as const] : [],
  );
  const ours = Object.entries(held.values).filter(([key]) => held.unsent.includes(key));
  return { ...held, values: Object.fromEntries([...theirs, ...ours]) };
}

/** Clears delivered or refused changes; a value changed again meanwhile stays queued. */
export function withSent(held: LocalPreferences, sent: Changes, changedAt: number): LocalPreferences {
  const isSent = (key: string) => key in sent && isSame(held.values[key] ?? null, sent[key] ?? null);
  return { ...held, unsent: held.unsent.filter((key) => !isSent(key)), changedAt };
}

/** A field of a stored object; undefined without one. */
export function readField(value: Json | undefined, name: string): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value[name] : undefined;
}

/** Compares as JSON. */
export function isSame(one: Json, other: Json): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Parses the local copy; ignores invalid parts. */
export function parseLocalPreferences(owner: string, stored: unknown): LocalPreferences {
  if (typeof stored !== 'object' || stored === null) return { ...NO_PREFERENCES, owner };
  const { values, unsent, changedAt } = stored as Partial<Record<keyof LocalPreferences, unknown>>;
  return {
    owner,
    // this module wrote it as JSON
    values: typeof values === 'object' && values !== null ? (values as Values) : {},
    unsent: Array.isArray(unsent) ? unsent.filter((key) => typeof key === 'string') : [],
    changedAt: typeof changedAt === 'number' ? changedAt : 0,
  };
}
