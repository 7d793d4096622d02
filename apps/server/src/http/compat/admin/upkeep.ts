import { listGoneBooks } from '#core/compat/list-gone-books.ts';
import { emptyQueue } from '#core/tasks/empty-queue.ts';
import type { Context } from '../../../context.ts';
import { type DoorAnswer, type DoorRequest, viewerOf } from '../../door.ts';
import { json } from '../answer.ts';
import { pageOf, type Paging, readPart } from '../page.ts';
import { timeOf } from '../scalars.ts';

/** What happened to files: this server changes none, so it tells of those that are gone. */
export async function sendHistory(ctx: Context, request: DoorRequest): Promise<DoorAnswer> {
  const paging = request.query as Paging;
  const viewer = viewerOf(request);
  const { rows, total } = await readPart(paging, async (wanted) => listGoneBooks(ctx, viewer, wanted));
  const events = rows.map(({ id, seriesId, path, deletedAt }) => ({
    type: 'BookFileDeleted',
    timestamp: timeOf(deletedAt),
    bookId: id,
    seriesId,
    properties: { name: path, reason: 'A scan found the file no more' },
  }));
  return json(pageOf(paging, events, total));
}

/** @returns how many tasks will not be done, as a bare number */
export async function emptyTasks(ctx: Context): Promise<DoorAnswer> {
  return json(await emptyQueue(ctx));
}
