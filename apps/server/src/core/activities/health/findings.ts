import { type HealthFinding, HealthPage, HealthState, type HealthFindings, toTimestamp } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { type FindingRow, findCheckTime, hideFinding, listFindingRows } from '#db/repos/system/health.repo.ts';
import { sayStored, sayStoredOrNull } from '#words/stored-message.ts';
import type { HealthContext } from './health-context.ts';
import type { HealthMonitor } from './health-monitor.ts';

type ListContext = HealthContext & { readonly health: HealthMonitor };

function toFinding({ since, hiddenAt, state, page, fingerprint: _, ...row }: FindingRow): HealthFinding {
  return {
    ...row,
    message: sayStored(row.message),
    advice: sayStoredOrNull(row.advice),
    state: HealthState.parse(state),
    page: HealthPage.parse(page),
    since: new Date(since).toISOString(),
    hiddenAt: toTimestamp(hiddenAt),
  };
}

async function listStored({ db }: HealthContext): Promise<HealthFindings> {
  const [rows, checkedAt] = await Promise.all([listFindingRows(db.read), findCheckTime(db.read)]);
  return {
    findings: rows.map(toFinding),
    checkedAt: checkedAt === undefined ? null : new Date(checkedAt).toISOString(),
  };
}

/** What the last check found; before the first check, the server is checked now. */
export async function listFindings(ctx: ListContext): Promise<HealthFindings> {
  const stored = await listStored(ctx);
  return stored.checkedAt === null ? refreshFindings(ctx) : stored;
}

/** Checks the server now. */
export async function refreshFindings(ctx: ListContext): Promise<HealthFindings> {
  await ctx.health.check();
  return listStored(ctx);
}

/** Hides a finding until it changes, or shows it again. @throws {AppError} `NotFound` */
export async function setFindingHidden(
  ctx: HealthContext,
  viewer: Viewer,
  key: string,
  isHidden: boolean,
): Promise<HealthFindings> {
  const hidden = isHidden ? { hiddenAt: Date.now(), hiddenBy: viewer.username } : { hiddenAt: null, hiddenBy: null };
  await ctx.db.transaction(async (tx) => {
    if (!(await hideFinding(tx, key, hidden))) throw new AppError('NotFound', `Finding "${key}" not found`);
    tx.afterCommit(() => ctx.events.emitHealth());
  });
  return listStored(ctx);
}
