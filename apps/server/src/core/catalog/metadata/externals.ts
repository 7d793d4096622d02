import { say } from '#words/say.ts';
import type { ChangeContext } from '../contexts.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { ExternalList } from '#db/repos/metadata/externals.repo.ts';
import type { MetadataState } from '#db/repos/metadata/metadata-states.repo.ts';
import { editOne } from './edit-one.ts';
import { bySource, type Item, Items, storedItem } from './external-items.ts';
import { notFound } from './find-state.ts';
import { planField } from './plan-edits.ts';

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

/** Sets the item of a source, or adds one; titles have no source. Throws `NotFound`, or `Conflict` for too many. */
export async function putItem(
  ctx: ChangeContext,
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
      throw new AppError(
        'Conflict',
        say('There can be at most {max, plural, one {# entry} other {# entries}} of this kind', { max: MAX_ITEMS }),
      );
    return list === 'alternateTitles' ? [...others, item] : [...others, item].toSorted(bySource);
  });
  return editOne(ctx, viewer, { kind, id, plan });
}

function noSuchItem({ kind, id, list }: OwnedList, key: ItemKey): AppError {
  return new AppError('NotFound', `${NAMES[list]} ${'id' in key ? key.id : key.source} of ${kind} ${id} not found`);
}

/** Changes one item. Throws `NotFound`. */
export async function changeItem(
  ctx: ChangeContext,
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
export async function removeItem(ctx: ChangeContext, viewer: Viewer, owned: OwnedList, key: ItemKey): Promise<void> {
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
