import {
  ReleasePollSummary,
  type ReleaseSource,
  ReleaseSourceConfig,
  ReleaseSourceKind,
  type ReleaseSourceNew,
  type ReleaseSourceUpdate,
} from '@lectern/contract';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import type { Access } from '#core/people/access.ts';
import { sortKey } from '#core/rules/text/sort-key.ts';
import { findScheduleFault } from '#core/settings/check-schedule.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Database, Tx } from '#db/open.ts';
import {
  countSources,
  deleteSource,
  findSource,
  insertSource,
  listEnabledSources,
  pickSources,
  resetSource,
  type SourceChange,
  type SourceRow,
  updateSource,
} from '#db/repos/releases/release-sources.repo.ts';
import { findNamedSeries } from '#db/repos/releases/release-tracking.repo.ts';
import { visibleLibraries } from '#db/repos/rows/visibility.ts';
import { hasOpenTask } from '#db/repos/system/tasks.repo.ts';
import { isUniqueViolation } from '#db/sql/database-errors.ts';
import type { Queue } from '#jobs/queue.ts';

const Sealed = z.object({ secret: z.string() });
type Seals = Pick<Access, 'sealer'>;

/** A secret as stored: encrypted, so that a copy of the database does not reveal it. */
function sealSecret({ sealer }: Seals, secret: string): string {
  return sealer.seal({ secret });
}

/**
 * What a feed is asked with.
 * @returns value of the header; undefined without a secret, or when it was sealed under another signing secret
 */
export function authorizationOf(
  { sealer }: Seals,
  sealed: string | null,
  { username }: ReleaseSourceConfig,
): string | undefined {
  const opened = sealed === null ? undefined : Sealed.safeParse(sealer.open(sealed));
  if (opened?.success !== true) return undefined;
  const { secret } = opened.data;
  if (username === undefined) return `Bearer ${secret}`;
  return `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`;
}

function timestamp(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** A stored source as administrators see it: without its secret. */
function toSource(row: SourceRow, settings: Pick<Settings, 'get'>): ReleaseSource {
  const isPolled = row.enabled === 1 && row.kind !== 'api-feed';
  return {
    id: row.id,
    pluginId: row.pluginId,
    sourceKey: row.sourceKey,
    displayName: row.displayName,
    kind: ReleaseSourceKind.parse(row.kind),
    enabled: row.enabled === 1,
    cronSchedule: row.cronSchedule,
    effectiveCronSchedule: row.cronSchedule ?? settings.get('release_tracking.default_cron_schedule'),
    config: ReleaseSourceConfig.parse(JSON.parse(row.config)),
    hasSecret: row.secret !== null,
    etag: row.etag,
    lastPolledAt: timestamp(row.lastPolledAt),
    lastError: row.lastError,
    lastErrorAt: timestamp(row.lastErrorAt),
    failures: row.failures,
    nextPollAt: isPolled ? timestamp(row.nextPollAt) : null,
    lastSummary: row.lastSummary === null ? null : ReleasePollSummary.parse(JSON.parse(row.lastSummary)),
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  };
}

/** What sources take. */
interface SourceContext {
  readonly db: Database;
  readonly settings: Pick<Settings, 'get'>;
  readonly access: Pick<Access, 'sealer'>;
}

const CORE = 'core';
const CORE_NAME = 'Feeds';

function refuse(path: string, message: string): never {
  throw new AppError('BadRequest', `Invalid body: ${path}: ${message}`, { details: [{ path, message }] });
}

function checkSchedule(cronSchedule: string | null | undefined): void {
  const fault = typeof cronSchedule === 'string' ? findScheduleFault(cronSchedule) : undefined;
  if (fault !== undefined) refuse('cronSchedule', fault);
}

/** Whether a configuration fits its kind: a push source reads nothing, and a feed of one series names it. */
async function checkConfig(
  { db }: SourceContext,
  viewer: Viewer,
  kind: ReleaseSourceKind,
  config: ReleaseSourceConfig,
): Promise<void> {
  const isPushed = kind === 'api-feed';
  if (!isPushed && config.url === undefined) refuse('config.url', `a source of kind ${kind} needs an address`);
  if (isPushed && config.url !== undefined) refuse('config.url', 'a source of kind api-feed reads no address');
  const isOfOne = kind === 'rss-series';
  if (isOfOne !== (config.seriesId !== undefined)) {
    refuse('config.seriesId', isOfOne ? 'a source of kind rss-series needs a series' : `not for kind ${kind}`);
  }
  if (config.seriesId === undefined) return;
  const [series] = await findNamedSeries(db.read, viewer, [config.seriesId]);
  if (series === undefined) throw new AppError('NotFound', `Series ${config.seriesId} not found`);
}

function originOf({ url }: ReleaseSourceConfig): string | null {
  return url === undefined ? null : new URL(url).origin;
}

function hostOf({ url }: ReleaseSourceConfig): string | null {
  return url === undefined ? null : new URL(url).host;
}

async function getRow({ db }: SourceContext, id: string): Promise<SourceRow> {
  const row = await findSource(db.read, id);
  if (row === undefined) throw new AppError('NotFound', `Release source ${id} not found`);
  return row;
}

/** One page of sources, by name. */
export async function listSources(
  { db, settings }: SourceContext,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<{ readonly sources: ReleaseSource[]; readonly total: number }> {
  const [rows, total] = await Promise.all([
    pickSources(db.read, { offset: (page - 1) * pageSize, limit: pageSize }),
    countSources(db.read),
  ]);
  return { sources: rows.map((row) => toSource(row, settings)), total };
}

/** One source. @throws {AppError} `NotFound` */
export async function getSource(ctx: SourceContext, id: string): Promise<ReleaseSource> {
  return toSource(await getRow(ctx, id), ctx.settings);
}

/**
 * Adds a source.
 * @throws {AppError} `BadRequest` for a configuration that does not fit, `NotFound` for its series, `Conflict` for a key that is
 *   taken
 */
export async function createSource(
  ctx: SourceContext,
  viewer: Viewer,
  wanted: ReleaseSourceNew,
): Promise<ReleaseSource> {
  const { displayName, kind, enabled, cronSchedule, config, secret } = wanted;
  checkSchedule(cronSchedule);
  await checkConfig(ctx, viewer, kind, config);
  const id = newId();
  const now = Date.now();
  const row = {
    ...{ id, pluginId: CORE, sourceKey: wanted.sourceKey ?? id, displayName, sortKey: sortKey(displayName), kind },
    ...{ enabled: Number(enabled), cronSchedule: cronSchedule ?? null },
    ...{ config: JSON.stringify(config), host: hostOf(config) },
    secret: typeof secret === 'string' ? sealSecret(ctx.access, secret) : null,
    ...{ createdAt: now, updatedAt: now },
  };
  try {
    await ctx.db.transaction(async (tx) => insertSource(tx, row));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('Conflict', `There is a release source "${row.sourceKey}" already`, { cause: error });
  }
  return getSource(ctx, id);
}

function secretChange(
  { access }: SourceContext,
  row: SourceRow,
  { config, secret }: ReleaseSourceUpdate,
): Pick<SourceChange, 'secret'> {
  if (secret !== undefined) return { secret: secret === null ? null : sealSecret(access, secret) };
  const before = ReleaseSourceConfig.parse(JSON.parse(row.config));
  // Who changes the address may not be who knows the secret: it goes to no other server.
  return config !== undefined && originOf(config) !== originOf(before) ? { secret: null } : {};
}

function toChange(ctx: SourceContext, row: SourceRow, update: ReleaseSourceUpdate): SourceChange {
  const { displayName, enabled, cronSchedule, config } = update;
  const isOther = config !== undefined && JSON.stringify(config) !== row.config;
  const unread = { etag: null, lastModified: null, failures: 0, lastError: null, lastErrorAt: null };
  return {
    ...(displayName === undefined ? {} : { displayName, sortKey: sortKey(displayName) }),
    ...(enabled === undefined ? {} : { enabled: Number(enabled), plannedFor: null, nextPollAt: null }),
    ...(cronSchedule === undefined ? {} : { cronSchedule, plannedFor: null, nextPollAt: null }),
    ...(config === undefined ? {} : { config: JSON.stringify(config), host: hostOf(config) }),
    ...(isOther ? { ...unread, plannedFor: null, nextPollAt: null } : {}),
    ...secretChange(ctx, row, update),
    updatedAt: Date.now(),
  };
}

/**
 * Changes what is given about a source.
 * @throws {AppError} `NotFound`, or `BadRequest` for a configuration that does not fit its kind
 */
export async function changeSource(
  ctx: SourceContext,
  viewer: Viewer,
  id: string,
  update: ReleaseSourceUpdate,
): Promise<ReleaseSource> {
  const row = await getRow(ctx, id);
  const { kind } = toSource(row, ctx.settings);
  checkSchedule(update.cronSchedule);
  if (update.config !== undefined) await checkConfig(ctx, viewer, kind, update.config);
  await ctx.db.transaction(async (tx) => updateSource(tx, id, toChange(ctx, row, update)));
  return getSource(ctx, id);
}

/** Removes a source and its entries. @throws {AppError} `NotFound` */
export async function removeSource({ db }: SourceContext, id: string): Promise<void> {
  if (await db.transaction(async (tx) => deleteSource(tx, id))) return;
  throw new AppError('NotFound', `Release source ${id} not found`);
}

/** Deletes the entries of a source and what it answered last. @throws {AppError} `NotFound` */
export async function forgetSource(ctx: SourceContext, id: string): Promise<number> {
  await getRow(ctx, id);
  return ctx.db.transaction(async (tx) => resetSource(tx, id));
}

/** Sources that are looked at together. */
const PAGE = 100;

/** The same for every source. */
export async function forgetAllSources({ db }: SourceContext) {
  const rows: SourceRow[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const page = await pickSources(db.read, { offset, limit: PAGE });
    rows.push(...page);
    if (page.length < PAGE) break;
  }
  let deletedLedgerEntries = 0;
  for (const { id } of rows) deletedLedgerEntries += await db.transaction(async (tx) => resetSource(tx, id));
  return { considered: rows.length, reset: rows.length, deletedLedgerEntries, failed: 0 };
}

/**
 * Whether anything looks for releases.
 * @throws {AppError} `NotFound` for a library that the viewer may not see
 */
export async function findApplicability({ db }: SourceContext, viewer: Viewer, libraryId: string | undefined) {
  if (libraryId !== undefined) {
    const libraries = visibleLibraries(db.read, viewer).select('library.id').where('library.id', '=', libraryId);
    const library = await libraries.executeTakeFirst();
    if (library === undefined) throw new AppError('NotFound', `Library ${libraryId} not found`);
  }
  const sources = await listEnabledSources(db.read);
  // What administrators call their sources is for them.
  const plugins = new Set(sources.map(({ pluginId }) => (pluginId === CORE ? CORE_NAME : pluginId)));
  return { applicable: plugins.size > 0, pluginDisplayNames: [...plugins] };
}

/** What it takes. */
interface PollRequestContext {
  readonly db: Database;
  readonly queue: Queue;
}

/** Before scans: a user asked for it. Below what a user waits for: a slow server must not hold that up. */
const ASKED_PRIORITY = 640;

async function enqueue({ queue }: PollRequestContext, tx: Tx, sourceId: string): Promise<boolean> {
  if (await hasOpenTask(tx.read, 'poll_release_source', sourceId)) return false;
  await queue.enqueue(tx, 'poll_release_source', { sourceId }, { priority: ASKED_PRIORITY });
  return true;
}

/**
 * Queues a poll of a source.
 * @throws {AppError} `NotFound`; `Conflict` when it is switched off, or is none that is read
 */
export async function requestPoll(ctx: PollRequestContext, id: string) {
  return ctx.db.transaction(async (tx) => {
    const source = await findSource(tx.read, id);
    if (source === undefined) throw new AppError('NotFound', `Release source ${id} not found`);
    if (source.enabled !== 1) throw new AppError('Conflict', `Release source "${source.displayName}" is switched off`);
    if (source.kind === 'api-feed') {
      throw new AppError('Conflict', `Release source "${source.displayName}" is pushed to, not polled`);
    }
    return (await enqueue(ctx, tx, id))
      ? { status: 'enqueued' as const, message: 'The poll is queued' }
      : { status: 'already_running' as const, message: 'A poll of this source waits or runs already' };
  });
}

/** Queues a poll of every feed that is switched on. */
export async function requestAllPolls(ctx: PollRequestContext) {
  const sources = (await listEnabledSources(ctx.db.read)).filter(({ kind }) => kind !== 'api-feed');
  let enqueued = 0;
  for (const { id } of sources) {
    if (await ctx.db.transaction(async (tx) => enqueue(ctx, tx, id))) enqueued += 1;
  }
  return { considered: sources.length, enqueued, coalesced: sources.length - enqueued, failed: 0 };
}
