import {
  ReleasePollSummary,
  type ReleaseSource,
  ReleaseSourceConfig,
  ReleaseSourceKind,
  type ReleaseSourceNew,
  type ReleaseSourceUpdate,
  toTimestamp,
} from '@lectern/contract';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { toSlice } from '#core/page.ts';
import type { Access } from '#core/people/access.ts';
import { sortKey } from '#core/rules/text/sort-key.ts';
import { findScheduleFault } from '#core/settings/check-schedule.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Database } from '#db/open.ts';
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
import { isUniqueViolation } from '#db/sql/database-errors.ts';
import { say } from '#words/say.ts';
import { requireVisible } from '../require-visible.ts';
import { invalidField } from '#core/invalid-field.ts';
import { sayStoredOrNull } from '#words/stored-message.ts';

const Sealed = z.object({ secret: z.string() });

type Seals = Pick<Access, 'sealer'>;

function sealSecret({ sealer }: Seals, secret: string): string {
  return sealer.seal({ secret });
}

/**
 * The Authorization header for a feed.
 * @returns undefined without a secret, or when it was sealed with another signing secret
 */
export function readAuthorization({ sealer }: Seals, sealed: string | null, { username }: ReleaseSourceConfig) {
  const opened = sealed === null ? undefined : Sealed.safeParse(sealer.open(sealed));
  if (opened?.success !== true) return undefined;
  const { secret } = opened.data;
  if (username === undefined) return `Bearer ${secret}`;
  return `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`;
}

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
    lastPolledAt: toTimestamp(row.lastPolledAt),
    lastError: sayStoredOrNull(row.lastError),
    lastErrorAt: toTimestamp(row.lastErrorAt),
    failures: row.failures,
    nextPollAt: isPolled ? toTimestamp(row.nextPollAt) : null,
    lastSummary: row.lastSummary === null ? null : ReleasePollSummary.parse(JSON.parse(row.lastSummary)),
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  };
}

interface SourceContext {
  readonly db: Database;
  readonly settings: Pick<Settings, 'get'>;
  readonly access: Pick<Access, 'sealer'>;
}

const CORE = 'core';
const CORE_NAME = 'Feeds';

function refuse(path: string, message: string): never {
  throw invalidField(path, message);
}

function checkSchedule(cronSchedule: string | null | undefined): void {
  const fault = typeof cronSchedule === 'string' ? findScheduleFault(cronSchedule) : undefined;
  if (fault !== undefined) refuse('cronSchedule', fault);
}

async function checkConfig(
  { db }: SourceContext,
  viewer: Viewer,
  kind: ReleaseSourceKind,
  config: ReleaseSourceConfig,
): Promise<void> {
  const isPushed = kind === 'api-feed';
  if (!isPushed && config.url === undefined) refuse('config.url', say('must be the address of a feed'));
  if (isPushed && config.url !== undefined)
    refuse('config.url', say('must be empty, because programs send the releases of this source'));
  const isOfOne = kind === 'rss-series';
  if (isOfOne !== (config.seriesId !== undefined)) {
    refuse('config.seriesId', isOfOne ? say('must be a series') : say('must be empty for this kind of source'));
  }
  if (config.seriesId === undefined) return;
  const [series] = await findNamedSeries(db.read, viewer, [config.seriesId]);
  if (series === undefined) throw new AppError('NotFound', `Series ${config.seriesId} not found`);
}

function parseOrigin({ url }: ReleaseSourceConfig): string | null {
  return url === undefined ? null : new URL(url).origin;
}

function parseHost({ url }: ReleaseSourceConfig): string | null {
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
  const [rows, total] = await Promise.all([pickSources(db.read, toSlice({ page, pageSize })), countSources(db.read)]);
  return { sources: rows.map((row) => toSource(row, settings)), total };
}

/** One source. @throws {AppError} `NotFound` */
export async function getSource(ctx: SourceContext, id: string): Promise<ReleaseSource> {
  return toSource(await getRow(ctx, id), ctx.settings);
}

/**
 * Adds a source.
 * @throws {AppError} `BadRequest` for its configuration, `NotFound` for its series, `Conflict` for a taken key
 */
export async function createSource(ctx: SourceContext, viewer: Viewer, wanted: ReleaseSourceNew) {
  const { displayName, kind, enabled, cronSchedule, config, secret } = wanted;
  checkSchedule(cronSchedule);
  await checkConfig(ctx, viewer, kind, config);
  const id = newId();
  const now = Date.now();
  const row = {
    id,
    pluginId: CORE,
    sourceKey: wanted.sourceKey ?? id,
    displayName,
    sortKey: sortKey(displayName),
    kind,
    enabled: Number(enabled),
    cronSchedule: cronSchedule ?? null,
    config: JSON.stringify(config),
    host: parseHost(config),
    secret: typeof secret === 'string' ? sealSecret(ctx.access, secret) : null,
    createdAt: now,
    updatedAt: now,
  };
  try {
    await ctx.db.transaction(async (tx) => insertSource(tx, row));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('Conflict', say('There is already a source "{key}"', { key: row.sourceKey }), { cause: error });
  }
  return getSource(ctx, id);
}

function secretChange({ access }: SourceContext, row: SourceRow, { config, secret }: ReleaseSourceUpdate) {
  if (secret !== undefined) return { secret: secret === null ? null : sealSecret(access, secret) };
  const before = ReleaseSourceConfig.parse(JSON.parse(row.config));
  // An admin who changes the server may not know the secret, so it is not sent there.
  return config !== undefined && parseOrigin(config) !== parseOrigin(before) ? { secret: null } : {};
}

function toChange(ctx: SourceContext, row: SourceRow, update: ReleaseSourceUpdate): SourceChange {
  const { displayName, enabled, cronSchedule, config } = update;
  const isOther = config !== undefined && JSON.stringify(config) !== row.config;
  const replanned = { plannedFor: null, nextPollAt: null };
  const unread = { etag: null, lastModified: null, failures: 0, lastError: null, lastErrorAt: null };
  return {
    ...(displayName === undefined ? {} : { displayName, sortKey: sortKey(displayName) }),
    ...(enabled === undefined ? {} : { enabled: Number(enabled), ...replanned }),
    ...(cronSchedule === undefined ? {} : { cronSchedule, ...replanned }),
    ...(config === undefined ? {} : { config: JSON.stringify(config), host: parseHost(config) }),
    ...(isOther ? { ...unread, ...replanned } : {}),
    ...secretChange(ctx, row, update),
    updatedAt: Date.now(),
  };
}

/**
 * Changes the given fields of a source.
 * @throws {AppError} `NotFound`, or `BadRequest` for a configuration that does not fit its kind
 */
export async function changeSource(ctx: SourceContext, viewer: Viewer, id: string, update: ReleaseSourceUpdate) {
  const row = await getRow(ctx, id);
  const { kind } = toSource(row, ctx.settings);
  checkSchedule(update.cronSchedule);
  if (update.config !== undefined) await checkConfig(ctx, viewer, kind, update.config);
  await ctx.db.transaction(async (tx) => updateSource(tx, id, toChange(ctx, row, update)));
  return getSource(ctx, id);
}

/** Deletes a source with its releases. @throws {AppError} `NotFound` */
export async function removeSource({ db }: SourceContext, id: string): Promise<void> {
  if (await db.transaction(async (tx) => deleteSource(tx, id))) return;
  throw new AppError('NotFound', `Release source ${id} not found`);
}

/** Deletes the releases of a source, and its polling state. @throws {AppError} `NotFound` */
export async function forgetSource(ctx: SourceContext, id: string): Promise<number> {
  await getRow(ctx, id);
  return ctx.db.transaction(async (tx) => resetSource(tx, id));
}

const PAGE = 100;

/** Deletes the releases and the polling state of every source. */
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

/** Whether any source finds releases, and the names of the plugins. @throws {AppError} `NotFound` for the library */
export async function findApplicability({ db }: SourceContext, viewer: Viewer, libraryId: string | undefined) {
  if (libraryId !== undefined) await requireVisible(db.read, viewer, 'Library', libraryId);
  const sources = await listEnabledSources(db.read);
  // Names of sources are only for administrators.
  const plugins = new Set(sources.map(({ pluginId }) => (pluginId === CORE ? CORE_NAME : pluginId)));
  return { applicable: plugins.size > 0, pluginDisplayNames: [...plugins] };
}
