import type { ReadingSession, ReadProgress } from '@lectern/contract';
import type { ReadContext } from '../contexts.ts';
import { type Listed, type PageWanted, toSlice } from '#core/page.ts';
import type { Viewer } from '#core/viewer.ts';
import { countProgress, findProgress, listProgress as listRows } from '#db/repos/reading/progress.repo.ts';
import { countSessions, listSessions } from '#db/repos/reading/reading-sessions.repo.ts';
import { getBookPlace } from './save-progress.ts';

/** The viewer's place in a book; undefined without one. Throws `NotFound`. */
export async function getProgress(ctx: ReadContext, viewer: Viewer, bookId: string): Promise<ReadProgress | undefined> {
  const progress = await findProgress(ctx.db.read, viewer, bookId);
  if (progress === undefined) await getBookPlace(ctx, viewer, bookId);
  return progress;
}

/** All places of the viewer, latest first. */
export async function listProgress(
  { db }: ReadContext,
  viewer: Viewer,
  { page, pageSize }: PageWanted,
): Promise<Listed<ReadProgress>> {
  const [rows, total] = await Promise.all([
    listRows(db.read, viewer, toSlice({ page, pageSize })),
    countProgress(db.read, viewer),
  ]);
  return { rows, total };
}

/** The viewer's sessions, of one or all books, latest first. */
export async function listReadingSessions(
  { db }: ReadContext,
  viewer: Viewer,
  { page, pageSize, bookId }: PageWanted & { readonly bookId?: string | undefined },
): Promise<Listed<ReadingSession>> {
  const [rows, total] = await Promise.all([
    listSessions(db.read, viewer, bookId, toSlice({ page, pageSize })),
    countSessions(db.read, viewer, bookId),
  ]);
  return { rows, total };
}
