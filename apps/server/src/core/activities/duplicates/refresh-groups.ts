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

/** A short signature of a group's members, independent of their order. */
function signMembers(ids: readonly string[]): string {
  return createHash('sha256').update(ids.toSorted().join('\n')).digest('hex');
}

/**
 * Compares the members of a group with the stored ones. Fewer than two members are no group.
 * @param stored undefined for an unknown group
 */
function decideFate(stored: { readonly members: string } | undefined, ids: readonly string[]) {
  if (ids.length < 2) return stored === undefined ? 'none' : 'over';
  if (stored === undefined) return 'new';
  return stored.members === signMembers(ids) ? 'same' : 'changed';
}

/** Tools for keeping groups. */
export interface DuplicatesContext {
  readonly db: Database;
  readonly events: EventBus;
  readonly settings: Pick<Settings, 'get'>;
}

const BOOKS_AT_ONCE = 500;

/** Updates the groups of some hashes. @returns libraries with a book in a changed group; undefined without a change */
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

/** Updates the groups of equal files after changes of books. Each batch is stored, so an interrupted run continues later. */
export async function refreshBookGroups(ctx: DuplicatesContext): Promise<void> {
  const [first] = await listMarks(ctx.db.read, 1);
  if (first === undefined) return;
  // Waiting requests go first between batches.
  while ((await regroupSome(ctx)) === BOOKS_AT_ONCE) await nextTurn();
}

const PAGE = 1_000;
const SERIES_AT_ONCE = 50;

const Sidecar = z.object({ comicVineId: z.int().optional() });

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

function parseExternalIds({ jsonContent }: ComparedSeries): readonly (readonly [source: string, id: string])[] {
  const { data } = Sidecar.safeParse(JSON.parse(jsonContent ?? '{}'));
  return data?.comicVineId === undefined ? [] : [['comicvine', String(data.comicVineId)]];
}

/** A title matches within its library, the id of a trusted catalogue in all libraries. */
function deriveMatches(series: ComparedSeries, trusted: ReadonlySet<string>): Match[] {
  const { libraryId, title } = series;
  const matches: Match[] = [];
  const key = normalizeTitle(title);
  if (key !== '') matches.push({ identity: `title:${libraryId}:${key}`, matchType: 'title', matchKey: key, libraryId });
  for (const [source, id] of parseExternalIds(series)) {
    if (!trusted.has(source)) continue;
    const matchKey = `${source}:${id}`;
    matches.push({ identity: `external_id:${matchKey}`, matchType: 'external_id', matchKey, libraryId: null });
  }
  return matches;
}

async function findGroups({ db, settings }: DuplicatesContext, signal: AbortSignal | undefined) {
  const trusted = new Set(settings.get('duplicate_detection.trusted_external_id_sources'));
  const groups = new Map<string, FoundGroup>();
  let after = '';
  for (;;) {
    signal?.throwIfAborted();
    const page = await listComparedSeries(db.read, after, PAGE);
    for (const series of page) {
      for (const match of deriveMatches(series, trusted)) {
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

function compare(found: ReadonlyMap<string, FoundGroup>, stored: readonly SeriesGroupRow[]) {
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

/** Compares all series and updates their groups. A second run leaves the same rows. */
export async function refreshSeriesGroups(ctx: DuplicatesContext, signal?: AbortSignal): Promise<void> {
  const found = await findGroups(ctx, signal);
  const { put, over } = compare(found, await listAllSeriesGroups(ctx.db.read));
  for (let index = 0; index < put.length; index += SERIES_AT_ONCE) {
    signal?.throwIfAborted();
    await writeGroups(ctx, put.slice(index, index + SERIES_AT_ONCE));
  }
  if (over.length > 0) await ctx.db.transaction(async (tx) => deleteSeriesGroups(tx, over));
}
