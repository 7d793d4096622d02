import type { Release } from '@lectern/contract';
import { z } from 'zod';
import { normalizeTitle } from '#core/duplicates/normalize-title.ts';
import { AppError } from '#core/errors.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Tx } from '#db/open.ts';
import { deleteCandidates } from '#db/repos/releases/release-candidates.repo.ts';
import { listOwnedBooks } from '#db/repos/releases/release-owned.repo.ts';
import { claimAlias, findTracking, insertAlias, raiseKnown } from '#db/repos/releases/release-tracking.repo.ts';
import { type ListedRelease, moveRelease } from '#db/repos/releases/releases.repo.ts';
import { seriesEvent } from '#events/entity-events.ts';
import { interestIn, isWantedLanguage } from './decide-state.ts';
import { checkSeries, getReleaseRow } from './list-releases.ts';
import { isOwned } from './owned.ts';
import { readTitle } from './read-title.ts';
import type { SettleContext } from './settle-owned.ts';
import { largestEnd, readSpans } from './spans.ts';
import { showRelease } from './to-release.ts';

/** What choosing takes. */
export interface ChooseContext extends SettleContext {
  readonly settings: Pick<Settings, 'get'>;
}

const Told = z.object({ title: z.string() }).catch({ title: '' });

/** What releases of that name are called, as far as its title says. */
function nameOf({ metadata }: ListedRelease): string | undefined {
  return readTitle(Told.parse(JSON.parse(metadata)).title).titles.find((title) => normalizeTitle(title) !== '');
}

async function putAlias(tx: Tx, row: ListedRelease, seriesId: string): Promise<void> {
  const alias = nameOf(row);
  if (alias === undefined) return;
  const source = 'manual';
  const normalized = normalizeTitle(alias);
  const named = { id: newId(), seriesId, alias, normalized, source, createdAt: Date.now() };
  if (!(await insertAlias(tx, named))) await claimAlias(tx, seriesId, normalized);
}

/** Gives an entry to a series; a state that nobody chose is that of the books that are there. */
async function move(tx: Tx, { settings }: ChooseContext, row: ListedRelease, seriesId: string): Promise<void> {
  const [tracking] = await findTracking(tx.read, [seriesId]);
  const interest = interestIn(tracking, settings.get('release_tracking.default_languages'));
  const contents = { volumes: readSpans(row.volumes), chapters: readSpans(row.chapters) };
  const isHere = isOwned(contents, await listOwnedBooks(tx.read, [seriesId]), interest.chaptersOf);
  const state = isHere ? 'marked_acquired' : 'announced';
  const change = { seriesId, state, confidence: 1, matchedBy: 'Somebody chose the series' };
  if (!(await moveRelease(tx, row.id, change))) throw new AppError('NotFound', `Release ${row.id} not found`);
  await deleteCandidates(tx, row.id);
  if (isWantedLanguage(row.language, interest.languages)) {
    const volume = interest.trackVolumes ? largestEnd(contents.volumes) : null;
    const chapter = interest.trackChapters ? largestEnd(contents.chapters) : null;
    await raiseKnown(tx, seriesId, { chapter, volume: volume === null ? null : Math.trunc(volume) });
  }
}

/**
 * Says of which series a release is.
 * @throws {AppError} `NotFound` for an entry or a series that the viewer may not see
 */
export async function chooseReleaseSeries(
  ctx: ChooseContext,
  viewer: Viewer,
  id: string,
  { seriesId, addAlias }: { readonly seriesId: string; readonly addAlias: boolean },
): Promise<Release> {
  const row = await getReleaseRow(ctx, viewer, id);
  const series = await checkSeries(ctx, viewer, seriesId);
  await ctx.db.transaction(async (tx) => {
    await move(tx, ctx, row, seriesId);
    if (addAlias) await putAlias(tx, row, seriesId);
    tx.afterCommit(() => {
      ctx.events.emit(seriesEvent('series_updated', series, addAlias ? ['releases', 'aliases'] : ['releases']));
      if (row.seriesId === seriesId) return;
      ctx.events.emit(seriesEvent('series_updated', { id: row.seriesId, libraryId: row.libraryId }, ['releases']));
    });
  });
  return showRelease(ctx, viewer, await getReleaseRow(ctx, viewer, id));
}
