import { listProblems } from '../check-value.ts';
import { type Json, toValues, type Values } from '../draft.ts';
import type { ManyEdits, Parts } from '../edit-picked.ts';
import type { Field } from '../fields.ts';
import type { Person } from '../paste-people.ts';

/** A bulk edit; untouched fields keep each item's own value. */
export interface BulkDraft {
  /** New values; null clears the field. */
  readonly values: Values;
  readonly add: Parts;
  readonly remove: Parts;
  readonly keepLocked: boolean;
}

export const NO_BULK: BulkDraft = { values: {}, add: {}, remove: {}, keepLocked: true };

/** Lists edited by adding and removing entries: names and people. */
export function isByParts({ family, term }: Field): boolean {
  return family === 'people' || (family === 'names' && term !== undefined);
}

/** Sets a field; undefined takes the edit back. */
export function withBulkValue(draft: BulkDraft, field: string, value: Json | undefined): BulkDraft {
  const others = Object.fromEntries(Object.entries(draft.values).filter(([name]) => name !== field));
  return { ...draft, values: value === undefined ? others : { ...others, [field]: value } };
}

export function withPart(
  draft: BulkDraft,
  way: 'add' | 'remove',
  field: string,
  names: readonly string[] | readonly Person[],
): BulkDraft {
  const others = Object.fromEntries(Object.entries(draft[way]).filter(([name]) => name !== field));
  return { ...draft, [way]: names.length === 0 ? others : { ...others, [field]: names } };
}

function named(people: readonly Person[] | undefined): readonly Person[] {
  return (people ?? []).filter(({ name }) => name.trim() !== '');
}

function parts({ authors, ...terms }: Parts): Parts {
  const people = named(authors);
  return people.length === 0 ? terms : { ...terms, authors: people };
}

/** Request body; undefined for an empty draft. */
export function toEdits({ values, add, remove, keepLocked }: BulkDraft): ManyEdits | undefined {
  const [added, removed] = [parts(add), parts(remove)];
  if ([values, added, removed].every((said) => Object.keys(said).length === 0)) return undefined;
  return { values: toValues({ values: {} }, values), add: added, remove: removed, keepLocked };
}

export function bulkProblems(fields: readonly Field[], { values }: BulkDraft): Readonly<Record<string, string>> {
  return listProblems(fields, values);
}
