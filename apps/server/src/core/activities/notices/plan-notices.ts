import { NOTICE_AUDIENCES, NoticeKind } from '@lectern/contract';
import { z } from 'zod';
import { groupBy } from '#core/group-by.ts';
import { newId } from '#db/new-id.ts';
import type { Tx } from '#db/open.ts';
import { listFollowers } from '#db/repos/reading/follows.repo.ts';
import {
  type CauseRow,
  deleteCauses,
  deleteOldDeliveries,
  insertDelivery,
  listCauses,
  listEnabledTargets,
  lockPlanning,
  type NoticeSubject,
  type TargetRow,
} from '#db/repos/system/notices.repo.ts';
import { findDatabaseTime } from '#db/repos/system/schedules.repo.ts';
import type { NoticeContext } from './notice-context.ts';

/** Causes of one run; more are planned by the next. */
const MAX_CAUSES = 2_000;
/** A notice waits no longer than this for more causes, as a multiple of the quiet time. */
const MOST_QUIET_TIMES = 10;
const KEPT_MS = 7 * 86_400_000;

const Kinds = z.array(z.string());

/** When causes of one kind become one notice: after a quiet time, or when the first has waited long enough. */
function findDueTime(causes: readonly CauseRow[], quietMs: number): number {
  const times = causes.map(({ createdAt }) => createdAt);
  return Math.min(Math.max(...times) + quietMs, Math.min(...times) + MOST_QUIET_TIMES * quietMs);
}

/** What a target is told of causes that are due. */
function chooseSubjects(
  target: TargetRow,
  kind: NoticeKind,
  causes: readonly CauseRow[],
  followers: ReadonlyMap<string, readonly string[]>,
): NoticeSubject[] {
  if (!Kinds.parse(JSON.parse(target.kinds)).includes(kind)) return [];
  const isOfUser = NOTICE_AUDIENCES[kind] === 'user';
  if (isOfUser !== (target.userId !== null)) return [];
  const subjects = causes.map(({ subject }) => subject);
  if (!isOfUser) return subjects;
  return subjects.filter(({ seriesId = '' }) => followers.get(seriesId)?.includes(target.userId ?? '') === true);
}

interface KindPlan {
  readonly kind: NoticeKind;
  readonly causes: readonly CauseRow[];
  readonly targets: readonly TargetRow[];
}

async function planKind(ctx: NoticeContext, tx: Tx, { kind, causes, targets }: KindPlan): Promise<void> {
  const followers = await listFollowers(
    tx.read,
    causes.flatMap(({ subject }) => (subject.seriesId === undefined ? [] : [subject.seriesId])),
  );
  for (const target of targets) {
    const subjects = chooseSubjects(target, kind, causes, followers);
    if (subjects.length === 0) continue;
    const deliveryId = newId();
    await insertDelivery(tx, { id: deliveryId, targetId: target.id, kind, subjects });
    await ctx.queue.enqueue(tx, 'send_notice', { deliveryId });
  }
}

/**
 * Turns causes that are due into one notice for each target, with its task. Causes, notices and tasks change in one transaction,
 * so that a cause becomes one notice, whenever the process ends.
 */
export async function planNotices(ctx: NoticeContext): Promise<void> {
  const quietMs = ctx.settings.get('notifications.quiet_seconds') * 1_000;
  await ctx.db.transaction(async (tx) => {
    await lockPlanning(tx);
    const now = await findDatabaseTime(tx);
    await deleteOldDeliveries(tx, now - KEPT_MS);
    const causes = await listCauses(tx.read, MAX_CAUSES);
    if (causes.length === 0) return;
    const targets = await listEnabledTargets(tx.read);
    const waits: number[] = [];
    for (const [name, group] of groupBy(causes, (cause) => cause.kind)) {
      const kind = NoticeKind.safeParse(name);
      const dueAt = findDueTime(group, quietMs);
      // A kind of a later release is of no use here.
      if (kind.success && dueAt > now) waits.push(dueAt);
      else {
        if (kind.success) await planKind(ctx, tx, { kind: kind.data, causes: group, targets });
        await deleteCauses(
          tx,
          group.map(({ id }) => id),
        );
      }
    }
    if (causes.length === MAX_CAUSES) waits.push(now);
    if (waits.length > 0) await ctx.queue.enqueue(tx, 'plan_notices', {}, { startAt: Math.min(...waits) });
  });
}
