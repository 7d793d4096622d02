import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { DuplicateMatchType } from '@lectern/contract';
import { newId } from '#db/new-id.ts';
import {
  type ComparedSeries,
  deleteSeriesGroups,
  listAllSeriesGroups,
  listComparedSeries,
  putSeriesGroup,
  type SeriesGroupRow,
} from '#db/repos/catalog/duplicate-series.repo.ts';
import { lockDuplicates } from '#db/repos/catalog/duplicates.repo.ts';
import { normalizeTitle } from './normalize-title.ts';
import { decideFate, signMembers } from './plan-groups.ts';
import type { DuplicatesContext } from './refresh-books.ts';

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
