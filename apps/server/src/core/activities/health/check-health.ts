import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HealthPage } from '@lectern/contract';
import type { Tx } from '#db/open.ts';
import {
  deleteFindings,
  type FindingRow,
  listFindingRows,
  lockFindings,
  putFinding,
} from '#db/repos/system/health.repo.ts';
import { runInEnglish, say } from '#words/say.ts';
import { toStored, toStoredOrNull } from '#words/stored-message.ts';
import { type Finding, type FindingArea, formatError, warning } from '../doctor/finding.ts';
import type { HealthContext, HealthSource } from './health-context.ts';
import { HEALTH_SOURCES } from './sources.ts';

const SOURCE_MS = 20_000;

/** Where findings of an area are mended, unless they name another page. */
const PAGES: Readonly<Partial<Record<FindingArea, HealthPage>>> = {
  backups: 'backups',
  books: 'health',
  libraries: 'libraries',
  releases: 'releases',
  tasks: 'tasks',
};

const OUTSIDE: HealthPage = 'about';

/** A text without its numbers: free space and counts change all the time. */
function withoutNumbers(text: string): string {
  return text.replace(/\d[\d.,]*/g, '#');
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** A source that fails or hangs is a finding itself. */
async function runSource(ctx: HealthContext, source: HealthSource): Promise<readonly Finding[]> {
  const stop = new AbortController();
  const key = `source ${source.name}`;
  const advice = say('Read the log of the server. The check is repeated by itself');
  try {
    const late = sleep(SOURCE_MS, undefined, { signal: stop.signal, ref: false }).then(() => {
      throw new Error(say('no answer within {seconds} seconds', { seconds: SOURCE_MS / 1_000 }));
    });
    return await Promise.race([source(ctx), late]);
  } catch (error) {
    ctx.log.server.warn({ err: error, source: source.name }, 'a health check failed');
    return [
      {
        area: 'programs',
        key,
        ...warning(say('A check could not be made: {reason}', { reason: formatError(error) }), advice),
      },
    ];
  } finally {
    stop.abort();
  }
}

/** Findings to show, by key; a key that is taken gets a number. */
function keyFindings(findings: readonly Finding[]): Map<string, Finding> {
  const byKey = new Map<string, Finding>();
  for (const finding of findings) {
    if (finding.state === 'ok') continue;
    const key = finding.key ?? `${finding.area} ${hashText(withoutNumbers(finding.message))}`;
    let free = key;
    for (let number = 2; byKey.has(free); number += 1) free = `${key} ${String(number)}`;
    byKey.set(free, finding);
  }
  return byKey;
}

function toRow(key: string, finding: Finding, known: FindingRow | undefined): FindingRow {
  const { area, state, message, advice, page, since } = finding;
  const fingerprint = hashText(`${state} ${finding.fingerprint ?? withoutNumbers(message)}`);
  const isSame = known?.fingerprint === fingerprint;
  return {
    key,
    area,
    state,
    message: toStored(message),
    advice: toStoredOrNull(advice),
    page: page ?? PAGES[area] ?? OUTSIDE,
    fingerprint,
    since: since ?? known?.since ?? Date.now(),
    hiddenAt: isSame ? known.hiddenAt : null,
    hiddenBy: isSame ? known.hiddenBy : null,
  };
}

/** What a check changed. */
export interface HealthChange {
  /** Findings that were not there before, or came back in another form. */
  readonly news: readonly FindingRow[];
  readonly isChanged: boolean;
}

/** Stores the findings of a check in place of the earlier ones. */
async function storeFindings(tx: Tx, findings: readonly Finding[]): Promise<HealthChange> {
  await lockFindings(tx);
  const known = new Map((await listFindingRows(tx.read)).map((row) => [row.key, row]));
  const found = keyFindings(findings);
  const gone = [...known.keys()].filter((key) => !found.has(key));
  await deleteFindings(tx, gone);
  const news: FindingRow[] = [];
  let isChanged = gone.length > 0;
  for (const [key, finding] of found) {
    const before = known.get(key);
    const row = toRow(key, finding, before);
    if (JSON.stringify(row) === JSON.stringify(before)) continue;
    await putFinding(tx, row);
    isChanged = true;
    if (before?.fingerprint !== row.fingerprint) news.push(row);
  }
  return { news, isChanged };
}

/** Called in the transaction that stores new findings. */
export type TellFindings = (tx: Tx, news: readonly FindingRow[]) => Promise<void>;

/** Asks every source, stores what they found, and tells clients of a change. */
export async function checkHealth(
  ctx: HealthContext,
  tell: TellFindings,
  sources: readonly HealthSource[] = HEALTH_SOURCES,
): Promise<void> {
  // Keys and fingerprints are made of the English texts.
  await runInEnglish(async () => {
    const findings: Finding[] = [];
    for (const source of sources) findings.push(...(await runSource(ctx, source)));
    await ctx.db.transaction(async (tx) => {
      const { news, isChanged } = await storeFindings(tx, findings);
      if (news.length > 0) await tell(tx, news);
      if (isChanged) tx.afterCommit(() => ctx.events.emitHealth());
    });
  });
}
