import type { NoticeKind } from '@lectern/contract';
import type { Tx } from '#db/open.ts';
import { listFollowers } from '#db/repos/reading/follows.repo.ts';
import { insertCauses, type NoticeSubject } from '#db/repos/system/notices.repo.ts';
import type { FindingRow } from '#db/repos/system/health.repo.ts';
import type { Queue } from '#jobs/queue.ts';
import { askForNotices } from '#jobs/schedule-notices.ts';

/**
 * Stores causes of notices in the transaction of what caused them. They become notices after the quiet time, also after an
 * end of the process.
 */
export async function writeCauses(
  ctx: { readonly queue: Queue },
  tx: Tx,
  kind: NoticeKind,
  subjects: readonly NoticeSubject[],
): Promise<void> {
  const causes = subjects.map((subject) => ({ kind, subject }));
  if (await insertCauses(tx, causes)) await askForNotices(ctx, tx);
}

/** New books of series that users follow. */
export async function writeNewBooks(
  ctx: { readonly queue: Queue },
  tx: Tx,
  books: readonly { readonly id: string; readonly seriesId: string }[],
): Promise<void> {
  const followers = await listFollowers(
    tx.read,
    books.map(({ seriesId }) => seriesId),
  );
  const followed = books.filter(({ seriesId }) => followers.has(seriesId));
  await writeCauses(
    ctx,
    tx,
    'new_books',
    followed.map(({ id, seriesId }) => ({ bookId: id, seriesId })),
  );
}

/** New problems of the server. Failed tasks and scans have notices of their own. */
export async function writeNewFindings(
  ctx: { readonly queue: Queue },
  tx: Tx,
  news: readonly FindingRow[],
): Promise<void> {
  const isDisk = ({ key }: FindingRow): boolean => key.startsWith('disk');
  const toSubject = ({ message }: FindingRow): NoticeSubject => ({ message });
  const problems = news.filter(({ key, state }) => state === 'problem' && !key.startsWith('failed '));
  await writeCauses(ctx, tx, 'disk_space', news.filter(isDisk).map(toSubject));
  await writeCauses(ctx, tx, 'health_problem', problems.filter((finding) => !isDisk(finding)).map(toSubject));
}
