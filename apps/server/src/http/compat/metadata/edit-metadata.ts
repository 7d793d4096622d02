import { requestBookAnalysis, requestSeriesAnalysis } from '#core/analyze/request-analysis.ts';
import { editEach, editEverything } from '#core/metadata/edit-each.ts';
import { requireSharing } from '#core/sharing/require-sharing.ts';
import { areOtherTags, nameSeriesTags } from '#core/sharing/series-tags.ts';
import type { Context } from '../../../context.ts';
import { type DoorAnswer, type DoorRequest, viewerOf } from '../../door.ts';
import { ACCEPTED } from '../answer.ts';
import { idOf, knownId } from '../paths.ts';
import { bookEditsOf, BookPatch, BookPatches } from './patch-book.ts';
import { seriesEditsOf, SeriesPatch } from './patch-series.ts';

export async function editSeries(ctx: Context, request: DoorRequest): Promise<DoorAnswer> {
  const patch = SeriesPatch.parse(request.body);
  const [viewer, id] = [viewerOf(request), idOf(request)];
  const labels = patch.sharingLabels === undefined ? undefined : (patch.sharingLabels ?? []);
  const isShared = labels !== undefined && (await areOtherTags(ctx, viewer, id, labels));
  if (isShared) requireSharing(viewer);
  await editEverything(ctx, viewer, id, { name: 'series-edits', body: seriesEditsOf(patch) });
  // Last: it may hide the series from whoever does it.
  if (isShared) await nameSeriesTags(ctx, viewer, id, labels);
  return undefined;
}

export async function editBook(ctx: Context, request: DoorRequest): Promise<DoorAnswer> {
  const edits = bookEditsOf(BookPatch.parse(request.body));
  await editEverything(ctx, viewerOf(request), idOf(request), { name: 'book-edits', body: edits });
  return undefined;
}

export async function editBooks(ctx: Context, request: DoorRequest): Promise<DoorAnswer> {
  const patches = Object.entries(BookPatches.parse(request.body));
  const edits = new Map(patches.map(([id, patch]) => [knownId(id), bookEditsOf(patch)]));
  await editEach(ctx, viewerOf(request), edits);
  return undefined;
}

/** Reading the files anew, which is what both of the dialect's ways to ask for it come to. */
export async function readBook(ctx: Context, request: DoorRequest): Promise<DoorAnswer> {
  await requestBookAnalysis(ctx, viewerOf(request), idOf(request));
  return ACCEPTED;
}

/** The same for the books of a series. */
export async function readSeries(ctx: Context, request: DoorRequest): Promise<DoorAnswer> {
  await requestSeriesAnalysis(ctx, viewerOf(request), idOf(request));
  return ACCEPTED;
}
