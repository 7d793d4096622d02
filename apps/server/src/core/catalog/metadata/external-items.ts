import { z } from 'zod';
import { newId } from '#db/new-id.ts';
import type { ExternalList } from '#db/repos/metadata/externals.repo.ts';
import type { Json } from '#db/repos/metadata/metadata-states.repo.ts';

export type Item = Readonly<Record<string, Json>>;

export const Items = z.array(z.record(z.string(), z.json()));

/** Default fields of a new item. */
const BLANKS: Readonly<Record<ExternalList, Item>> = {
  externalIds: { externalUrl: null, metadataHash: null, lastSyncedAt: null },
  externalLinks: { externalId: null },
  externalRatings: { voteCount: null },
  alternateTitles: {},
};

function readItemSource({ source = null }: Item): string {
  return typeof source === 'string' ? source : '';
}

/** Compares items by source. */
export function bySource(one: Item, other: Item): number {
  return readItemSource(one) < readItemSource(other) ? -1 : 1;
}

/** Fields missing in `values` keep their known value. */
export function storedItem(
  list: ExternalList,
  values: Item,
  { known, addedId, at }: { readonly known: Item | undefined; readonly addedId: string; readonly at: number },
): Item {
  const times = { ...(list === 'externalRatings' ? { fetchedAt: at } : {}), updatedAt: at };
  const fresh = { ...BLANKS[list], ...known, id: known?.['id'] ?? addedId, createdAt: known?.['createdAt'] ?? at };
  return { ...fresh, ...values, ...times };
}

/** Replaces a list of items. Known ones (titles by id, others by source) keep ids and times. */
export function replaceItems(list: ExternalList, before: Json, wanted: readonly Item[]): Json {
  const items = Items.parse(before ?? []);
  const at = Date.now();
  const replaced = wanted.map((values) => {
    const key = list === 'alternateTitles' ? 'id' : 'source';
    const known = items.find((item) => values[key] !== undefined && item[key] === values[key]);
    const isSame = known !== undefined && Object.entries(values).every(([name, value]) => known[name] === value);
    if (isSame) return known;
    // An unknown id may belong to another owner.
    const { id: _id, ...said } = values;
    return storedItem(list, said, { known, addedId: newId(), at });
  });
  return (list === 'alternateTitles' ? replaced : replaced.toSorted(bySource)).map((item) => ({ ...item }));
}
