import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DuplicateMatchType } from '@lectern/contract';
import { z } from 'zod';
import { groupBy } from '#core/group-by.ts';
import { normalizeTitle } from '#core/rules/text/normalize-title.ts';
import type { Settings } from '#core/settings/settings.ts';
import { newId } from '#db/new-id.ts';
import type { Database, Tx } from '#db/open.ts';
import {
  type ComparedSeries,
  deleteSeriesGroups,
  listAllSeriesGroups,
  listComparedSeries,
  putSeriesGroup,
  type SeriesGroupRow,
} from '#db/repos/catalog/duplicate-series.repo.ts';
import {
  deleteGroups,
  deleteMarks,
  type DuplicateGroupRow,
  listGroupsByHash,
  listHashedBooks,
  listMarks,
  lockDuplicates,
  putGroups,
} from '#db/repos/catalog/duplicates.repo.ts';
import type { EventBus } from '#events/bus.ts';

/** What is stored of a group. */
interface StoredGroup {
  readonly members: string;
}

/** What becomes of a group: `changed` when its members are others than before. */
type GroupFate = 'none' | 'new' | 'same' | 'changed' | 'over';

/** Says in one short text which members a group has, whatever their order. */
function signMembers(ids: readonly string[]): string {
  return createHash('sha256').update(ids.toSorted().join('\n')).digest('hex');
}

/**
 * Compares a group with its members of now; fewer than two are no group.
 * @param stored undefined when there is no such group yet
 */
function decideFate(stored: StoredGroup | undefined, ids: readonly string[]): GroupFate {
  if (ids.length < 2) return stored === undefined ? 'none' : 'over';
  if (stored === undefined) return 'new';
  return stored.members === signMembers(ids) ? 'same' : 'changed';
}

/** What keeping groups uses. */
export interface DuplicatesContext {
  readonly db: Database;
  readonly events: EventBus;
  readonly settings: Pick<Settings, 'get'>;
}

/** Marks of one transaction: a few milliseconds of work. */
const BOOKS_AT_ONCE = 500;

/** Compares groups with their books. @returns libraries with a book in a group that changed, undefined when none did */
async function regroupHashes(tx: Tx, hashes: readonly string[], at: number): Promise<ReadonlySet<string> | undefined> {
  const books = groupBy(await listHashedBooks(tx.read, hashes), ({ fileHash }) => fileHash);
  const stored = new Map((await listGroupsByHash(tx.read, hashes)).map((group) => [group.fileHash, group]));
  const put: DuplicateGroupRow[] = [];
  const over: string[] = [];
  const touched = new Set<string>();
  for (const fileHash of hashes) {
    const known = stored.get(fileHash);
    const members = books.get(fileHash) ?? [];
    const ids = members.map(({ id }) => id);
    const fate = decideFate(known, ids);
    if (fate === 'none' || fate === 'same') continue;
    for (const { libraryId } of members) touched.add(libraryId);
    if (fate === 'over' && known !== undefined) over.push(known.id);
    else {
      const row = { id: known?.id ?? newId(), fileHash, members: signMembers(ids), createdAt: at };
      put.push({ ...row, updatedAt: at, dismissedAt: null });
    }
  }
  await putGroups(tx, put);
  await deleteGroups(tx, over);
  return over.length + put.length === 0 ? undefined : touched;
}

async function regroupSome(ctx: DuplicatesContext): Promise<number> {
  return ctx.db.transaction(async (tx) => {
    await lockDuplicates(tx);
    const marks = await listMarks(tx.read, BOOKS_AT_ONCE);
    const touched = await regroupHashes(tx, [...new Set(marks.map(({ fileHash }) => fileHash))], Date.now());
    await deleteMarks(
      tx,
      marks.map(({ id }) => id),
    );
    tx.afterCommit(() => {
      if (touched !== undefined) ctx.events.emitDuplicates([...touched]);
    });
    return marks.length;
  });
}

/**
 * Brings the groups of equal files in line with the books, as far as these changed since the last time. What is cut off goes
 * on the next time.
 */
export async function refreshBookGroups(ctx: DuplicatesContext): Promise<void> {
  const [first] = await listMarks(ctx.db.read, 1);
  if (first === undefined) return;
  // Requests that came meanwhile go first.
  while ((await regroupSome(ctx)) === BOOKS_AT_ONCE) await nextTurn();
}

const PAGE = 1_000;
/** Groups of one transaction. */
const SERIES_AT_ONCE = 50;

const Sidecar = z.object({ comicVineId: z.int().optional() });

/** What series of one group have in common. */
interface Match {
  readonly identity: string;
  readonly matchType: DuplicateMatchType;
  readonly matchKey: string;
  readonly libraryId: string | null;
}

interface FoundGroup extends Match {
  readonly seriesIds: string[];
  readonly libraryIds: Set<string>;
}

/** The numbers that a series has at outside catalogues, with the names of these. */
function externalIdsOf({ jsonContent }: ComparedSeries): readonly (readonly [source: string, id: string])[] {
  const { data } = Sidecar.safeParse(JSON.parse(jsonContent ?? '{}'));
  return data?.comicVineId === undefined ? [] : [['comicvine', String(data.comicVineId)]];
}

/** The title counts within a library; a number at an outside catalogue that is trusted counts everywhere. */
function matchesOf(series: ComparedSeries, trusted: ReadonlySet<string>): Match[] {
  const { libraryId, title } = series;
  const matches: Match[] = [];
  const key = normalizeTitle(title);
  if (key !== '') matches.push({ identity: `title:${libraryId}:${key}`, matchType: 'title', matchKey: key, libraryId });
  for (const [source, id] of externalIdsOf(series)) {
    if (!trusted.has(source)) continue;
    const matchKey = `${source}:${id}`;
    matches.push({ identity: `external_id:${matchKey}`, matchType: 'external_id', matchKey, libraryId: null });
  }
  return matches;
}

async function findGroups(
  { db, settings }: DuplicatesContext,
  signal: AbortSignal | undefined,
): Promise<Map<string, FoundGroup>> {
  const trusted = new Set(settings.get('duplicate_detection.trusted_external_id_sources'));
  const groups = new Map<string, FoundGroup>();
  let after = '';
  for (;;) {
    signal?.throwIfAborted();
    const page = await listComparedSeries(db.read, after, PAGE);
    for (const series of page) {
      for (const match of matchesOf(series, trusted)) {
        const group = groups.get(match.identity) ?? { ...match, seriesIds: [], libraryIds: new Set() };
        groups.set(match.identity, group);
        group.seriesIds.push(series.id);
        group.libraryIds.add(series.libraryId);
      }
    }
    if (page.length < PAGE) return groups;
    after = page.at(-1)?.id ?? '';
    await nextTurn();
  }
}

interface Changes {
  readonly put: FoundGroup[];
  readonly over: string[];
}

function compare(found: ReadonlyMap<string, FoundGroup>, stored: readonly SeriesGroupRow[]): Changes {
  const known = new Map(stored.map((group) => [group.identity, group]));
  const put = [...found.values()].filter((group) => {
    const fate = decideFate(known.get(group.identity), group.seriesIds);
    return fate === 'new' || fate === 'changed';
  });
  const over = stored.filter(({ identity }) => (found.get(identity)?.seriesIds.length ?? 0) < 2).map(({ id }) => id);
  return { put, over };
}

async function writeGroups(ctx: DuplicatesContext, groups: readonly FoundGroup[]): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockDuplicates(tx);
    const at = Date.now();
    const touched = new Set<string>();
    for (const { seriesIds, libraryIds, ...match } of groups) {
      const row = { ...match, id: newId(), members: signMembers(seriesIds), createdAt: at };
      await putSeriesGroup(tx, { ...row, updatedAt: at, dismissedAt: null }, seriesIds);
      for (const libraryId of libraryIds) touched.add(libraryId);
    }
    tx.afterCommit(() => ctx.events.emitDuplicates([...touched]));
  });
}

/** Compares all series with each other and brings the groups in line. Doing it twice leaves the same rows. */
export async function refreshSeriesGroups(ctx: DuplicatesContext, signal?: AbortSignal): Promise<void> {
  const found = await findGroups(ctx, signal);
  const { put, over } = compare(found, await listAllSeriesGroups(ctx.db.read));
  for (let index = 0; index < put.length; index += SERIES_AT_ONCE) {
    signal?.throwIfAborted();
    await writeGroups(ctx, put.slice(index, index + SERIES_AT_ONCE));
  }
  if (over.length > 0) await ctx.db.transaction(async (tx) => deleteSeriesGroups(tx, over));
}
