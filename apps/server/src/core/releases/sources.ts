import {
  type ReleaseSource,
  ReleaseSourceConfig,
  type ReleaseSourceKind,
  type ReleaseSourceNew,
  type ReleaseSourceUpdate,
} from '@lectern/contract';
import { findScheduleFault } from '#core/catalog/check-schedule.ts';
import { sortKey } from '#core/catalog/sort-key.ts';
import { AppError } from '#core/errors.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { Access } from '#core/sign-in/access.ts';
import type { Viewer } from '#core/viewer.ts';
import { isUniqueViolation } from '#db/dialect.ts';
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
import { visibleLibraries } from '#db/repos/visibility.ts';
import { sealSecret } from './source-secret.ts';
import { toSource } from './to-source.ts';

/** What sources take. */
export interface SourceContext {
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
  const anew = { etag: null, lastModified: null, failures: 0, lastError: null, lastErrorAt: null };
  return {
    ...(displayName === undefined ? {} : { displayName, sortKey: sortKey(displayName) }),
    ...(enabled === undefined ? {} : { enabled: Number(enabled), plannedFor: null, nextPollAt: null }),
    ...(cronSchedule === undefined ? {} : { cronSchedule, plannedFor: null, nextPollAt: null }),
    ...(config === undefined ? {} : { config: JSON.stringify(config), host: hostOf(config) }),
    ...(isOther ? { ...anew, plannedFor: null, nextPollAt: null } : {}),
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
