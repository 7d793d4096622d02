import type { Preference } from '@lectern/contract';

export type Json = Preference['value'];

/** Preferences that are set, by key; what is not among them has its default. */
export type Values = Readonly<Record<string, Json>>;

/** The preferences of a user as this browser holds them. */
export interface Held {
  /** Id of the user; empty before anybody signed in. */
  readonly owner: string;
  readonly values: Values;
  /** Keys that were changed here and have not reached the server. */
  readonly unsent: readonly string[];
}

/** Nobody's. */
export const NOTHING_HELD: Held = { owner: '', values: {}, unsent: [] };

/** Changes by key; null puts a preference back to its default. */
export type Changes = Readonly<Record<string, Json>>;

function without(values: Values, keys: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key)));
}

/** With changes that were made here. */
export function withChanges(held: Held, changes: Changes): Held {
  const keys = Object.keys(changes);
  const values = {
    ...without(held.values, keys),
    ...without(
      changes,
      keys.filter((key) => changes[key] === null),
    ),
  };
  return { ...held, values, unsent: [...held.unsent.filter((key) => !keys.includes(key)), ...keys] };
}

/** What has to be sent; null for what was put back to its default. */
export function unsentOf({ values, unsent }: Held): Changes {
  return Object.fromEntries(unsent.map((key) => [key, values[key] ?? null]));
}

/** With what the server holds; what was changed here and has not reached it stays. */
export function withAnswer(held: Held, answer: readonly Preference[]): Held {
  const theirs = answer.flatMap(({ key, value, isSet }) =>
    isSet && !held.unsent.includes(key) ? [[key, value] as const] : [],
  );
  const ours = Object.entries(held.values).filter(([key]) => held.unsent.includes(key));
  return { ...held, values: Object.fromEntries([...theirs, ...ours]) };
}

/** Once changes were taken, or refused for good; what was changed again meanwhile still has to be sent. */
export function withSent(held: Held, sent: Changes): Held {
  const isSent = (key: string) => key in sent && isSame(held.values[key] ?? null, sent[key] ?? null);
  return { ...held, unsent: held.unsent.filter((key) => !isSent(key)) };
}

/** Whether two values are the same, written as JSON. */
export function isSame(one: Json, other: Json): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Reads what this browser kept of a user; anything else in it is left out. */
export function parseHeld(owner: string, stored: unknown): Held {
  if (typeof stored !== 'object' || stored === null) return { ...NOTHING_HELD, owner };
  const { values, unsent } = stored as Partial<Record<keyof Held, unknown>>;
  return {
    owner,
    // it was written from JSON by this module
    values: typeof values === 'object' && values !== null ? (values as Values) : {},
    unsent: Array.isArray(unsent) ? unsent.filter((key) => typeof key === 'string') : [],
  };
}
