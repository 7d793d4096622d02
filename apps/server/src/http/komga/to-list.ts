import { type Collection, MAX_MEMBERS, type ReadList } from '@lectern/contract';
import type { Context } from '#context/context.ts';
import { listReadListBookIds } from '#core/catalog/komga/tracker-progress.ts';
import { pickCollectionSeries } from '#core/catalog/lists/collections.ts';
import { seesAll, type Viewer } from '#core/viewer.ts';
import { formatTime } from './answer.ts';

/** A collection in the dialect, with the series that the viewer may see. */
export async function toCollection(ctx: Context, viewer: Viewer, collection: Collection) {
  const { id, name, ordered, createdAt, updatedAt } = collection;
  const all = { page: 1, pageSize: MAX_MEMBERS, direction: 'asc' } as const;
  const { rows: seriesIds } = await pickCollectionSeries(ctx, viewer, id, all);
  return {
    id,
    name,
    ordered,
    seriesIds,
    createdDate: formatTime(createdAt),
    lastModifiedDate: formatTime(updatedAt),
    filtered: !seesAll(viewer),
  };
}

/** A read list in the dialect, with the books that the viewer may see. */
export async function toReadList(ctx: Context, viewer: Viewer, readList: ReadList) {
  const { id, name, summary, ordered, createdAt, updatedAt } = readList;
  return {
    id,
    name,
    summary: summary ?? '',
    ordered,
    bookIds: await listReadListBookIds(ctx, viewer, id),
    createdDate: formatTime(createdAt),
    lastModifiedDate: formatTime(updatedAt),
    filtered: !seesAll(viewer),
  };
}
