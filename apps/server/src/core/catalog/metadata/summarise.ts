import { isDeepStrictEqual } from 'node:util';
import type { FieldSummary } from '@lectern/contract';
import { z } from 'zod';
import { nameKey } from '#db/sql/row-trigger.ts';
import type { Json, MetadataState } from '#db/repos/metadata/metadata-states.repo.ts';
import { isFieldLocked } from './edit.ts';

/** Fields whose names are counted one by one. */
const NAMED = new Set(['genres', 'tags']);
/** Names per field, most frequent first. */
const MAX_NAMES = 200;
const Names = z.array(z.string()).catch([]);

interface Count {
  readonly name: string;
  count: number;
}

interface Field {
  readonly value: Json;
  isMixed: boolean;
  lockedCount: number;
  readonly names: Map<string, Count>;
}

/** Collects the values of many owners per field, in batches. */
export interface Summary {
  readonly add: (states: readonly MetadataState[]) => void;
  readonly fields: () => Record<string, FieldSummary>;
}

function countNames(field: Field, value: Json): void {
  for (const name of Names.parse(value)) {
    const key = nameKey(name);
    const known = field.names.get(key);
    if (known === undefined) field.names.set(key, { name, count: 1 });
    else known.count += 1;
  }
}

function frequent(names: ReadonlyMap<string, Count>): Count[] {
  return [...names.values()].toSorted((one, other) => other.count - one.count).slice(0, MAX_NAMES);
}

/** Starts an empty summary. */
export function newSummary(): Summary {
  const gathered = new Map<string, Field>();
  const note = (state: MetadataState, name: string, value: Json): void => {
    const field = gathered.get(name) ?? { value, isMixed: false, lockedCount: 0, names: new Map<string, Count>() };
    gathered.set(name, field);
    if (!field.isMixed && !isDeepStrictEqual(field.value, value)) field.isMixed = true;
    if (isFieldLocked(state, name)) field.lockedCount += 1;
    if (NAMED.has(name)) countNames(field, value);
  };
  return {
    add: (states) => {
      for (const state of states) for (const [name, value] of Object.entries(state.values)) note(state, name, value);
    },
    fields: () =>
      Object.fromEntries(
        [...gathered].map(([name, { value, isMixed, lockedCount, names }]) => [
          name,
          { value: isMixed ? null : value, isMixed, lockedCount, names: frequent(names) },
        ]),
      ),
  };
}
