import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { ExternalList } from '#db/repos/metadata/externals.repo.ts';
import type { Json, MetadataState } from '#db/repos/metadata/metadata-states.repo.ts';
import { editOne } from './edit-one.ts';
import type { MetadataContext } from './edit-owners.ts';
import { notFound } from './find-state.ts';
import { planField } from './plan-edits.ts';

type Item = Readonly<Record<string, Json>>;

const Items = z.array(z.record(z.string(), z.json()));

/** One list of external metadata of a book or series. */
export interface OwnedList {
  readonly kind: MetadataState['kind'];
  readonly id: string;
  readonly list: ExternalList;
}

const NAMES: Readonly<Record<ExternalList, string>> = {
  externalIds: 'External id',
  externalLinks: 'External link',
  externalRatings: 'External rating',
  alternateTitles: 'Alternate title',
};
/** Per owner and list. */
const MAX_ITEMS = 200;

/** Identifies an item. */
export type ItemKey = { readonly id: string } | { readonly source: string };

function isMeant(item: Item, key: ItemKey): boolean {
  return 'id' in key ? item['id'] === key.id : item['source'] === key.source;
}

/** Default fields of a new item. */
const BLANKS: Readonly<Record<ExternalList, (at: number) => Item>> = {
  externalIds: () => ({ externalUrl: null, metadataHash: null, lastSyncedAt: null }),
  externalLinks: () => ({ externalId: null }),
  externalRatings: () => ({ voteCount: null }),
  alternateTitles: () => ({}),
};

function sourceOf({ source = null }: Item): string {
  return typeof source === 'string' ? source : '';
}

function bySource(one: Item, other: Item): number {
  return sourceOf(one) < sourceOf(other) ? -1 : 1;
}

/** Fields missing in `values` keep their known value. */
function storedItem(
  list: ExternalList,
  values: Item,
  { known, addedId, at }: { readonly known: Item | undefined; readonly addedId: string; readonly at: number },
): Item {
  const times = { ...(list === 'externalRatings' ? { fetchedAt: at } : {}), updatedAt: at };
  const fresh = { ...BLANKS[list](at), ...known, id: known?.['id'] ?? addedId, createdAt: known?.['createdAt'] ?? at };
  return { ...fresh, ...values, ...times };
}

/**
 * Replaces a list. Known items keep ids and times, and unchanged ones stay as they are.
 * @param wanted known titles by id, all other items by source
 */
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

/**
 * Sets the item of a source, or adds one. Titles have no source and are always added.
 * @returns the new state
 * @throws {AppError} `NotFound`; `Conflict` for too many
 */
export async function putItem(
  ctx: MetadataContext,
  viewer: Viewer,
  { kind, id, list }: OwnedList,
  values: Item,
): Promise<MetadataState> {
  const at = Date.now();
  const addedId = newId();
  const plan = planField(list, (before) => {
    const items = Items.parse(before ?? []);
    const known = items.find((item) => values['source'] !== undefined && item['source'] === values['source']);
    const item = storedItem(list, values, { known, addedId, at });
    const others = items.filter((one) => one !== known);
    if (others.length >= MAX_ITEMS)
      throw new AppError('Conflict', `${NAMES[list]}s are ${MAX_ITEMS} already, the most`);
    return list === 'alternateTitles' ? [...others, item] : [...others, item].toSorted(bySource);
  });
  return editOne(ctx, viewer, { kind, id, plan });
}

function noSuchItem({ kind, id, list }: OwnedList, key: ItemKey): AppError {
  return new AppError('NotFound', `${NAMES[list]} ${'id' in key ? key.id : key.source} of ${kind} ${id} not found`);
}

/** Changes one item. Throws `NotFound`. */
export async function changeItem(
  ctx: MetadataContext,
  viewer: Viewer,
  owned: OwnedList,
  { key, values }: { readonly key: ItemKey; readonly values: Item },
): Promise<MetadataState> {
  const plan = planField(owned.list, (before) => {
    const items = Items.parse(before ?? []);
    if (!items.some((item) => isMeant(item, key))) throw noSuchItem(owned, key);
    return items.map((item) => (isMeant(item, key) ? { ...item, ...values, updatedAt: Date.now() } : item));
  });
  return editOne(ctx, viewer, { ...owned, plan });
}

/** Removes one item. Throws `NotFound`. */
export async function removeItem(ctx: MetadataContext, viewer: Viewer, owned: OwnedList, key: ItemKey): Promise<void> {
  const plan = planField(owned.list, (before) => {
    const items = Items.parse(before ?? []);
    const rest = items.filter((item) => !isMeant(item, key));
    if (rest.length === items.length) throw noSuchItem(owned, key);
    return rest;
  });
  await editOne(ctx, viewer, { ...owned, plan });
}

/** The last matching item. Throws `NotFound` when it was deleted meanwhile. */
export function pick<Shown>(
  shown: readonly Shown[],
  isWanted: (item: Shown) => boolean,
  { kind, id }: Pick<OwnedList, 'kind' | 'id'>,
): Shown {
  const found = shown.findLast(isWanted);
  if (found === undefined) throw notFound(kind, id);
  return found;
}
