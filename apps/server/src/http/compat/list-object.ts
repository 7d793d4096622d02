import { type Collection, MAX_MEMBERS, type ReadList } from '@lectern/contract';
import { pickSeriesOf } from '#core/collections/collections.ts';
import { listReadListBookIds } from '#core/compat/tracker-progress.ts';
import { seesAll, type Viewer } from '#core/viewer.ts';
import type { Context } from '../../context.ts';
import { timeOf } from './scalars.ts';

const ALL = { page: 1, pageSize: MAX_MEMBERS, direction: 'asc' } as const;

/** A collection as apps read it, with the series that the viewer may see, in its order. */
export async function toCollection(ctx: Context, viewer: Viewer, collection: Collection) {
  const { id, name, ordered, createdAt, updatedAt } = collection;
  const { rows: seriesIds } = await pickSeriesOf(ctx, viewer, id, ALL);
  return {
    ...{ id, name, ordered, seriesIds },
    createdDate: timeOf(createdAt),
    lastModifiedDate: timeOf(updatedAt),
    filtered: !seesAll(viewer),
  };
}

/** A read list as apps read it, with the books that the viewer may see, in its order. */
export async function toReadList(ctx: Context, viewer: Viewer, readList: ReadList) {
  const { id, name, summary, ordered, createdAt, updatedAt } = readList;
  return {
    ...{ id, name, summary: summary ?? '', ordered },
    bookIds: await listReadListBookIds(ctx, viewer, id),
    createdDate: timeOf(createdAt),
    lastModifiedDate: timeOf(updatedAt),
    filtered: !seesAll(viewer),
  };
}
