import type { SeriesFollow } from '@lectern/contract';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { deleteFollow, insertFollow, isFollowed } from '#db/repos/reading/follows.repo.ts';
import { requireVisible } from '../require-visible.ts';

interface FollowContext {
  readonly db: Database;
}

/** Whether the viewer follows a series. @throws {AppError} `NotFound` */
export async function getFollow({ db }: FollowContext, viewer: Viewer, seriesId: string): Promise<SeriesFollow> {
  await requireVisible(db.read, viewer, 'Series', seriesId);
  return { followed: await isFollowed(db.read, viewer.userId, seriesId) };
}

/** Follows a series, or no more. @throws {AppError} `NotFound` */
export async function setFollow(
  { db }: FollowContext,
  viewer: Viewer,
  seriesId: string,
  followed: boolean,
): Promise<SeriesFollow> {
  await requireVisible(db.read, viewer, 'Series', seriesId);
  await db.transaction(async (tx) =>
    followed ? insertFollow(tx, viewer.userId, seriesId) : deleteFollow(tx, viewer.userId, seriesId),
  );
  return { followed };
}
