import type {
  BookLocks,
  BookMetadataEdit,
  BookMetadataResponse,
  SeriesLocks,
  SeriesMetadataEdit,
  SeriesMetadataResponse,
} from '@lectern/contract';
import { toBookLocks, toBookMetadataResponse } from '#core/rules/metadata/to-book-metadata.ts';
import type { Viewer } from '#core/viewer.ts';
import { findBook } from '#db/repos/catalog/books.repo.ts';
import { listStatedSeries } from '#db/repos/catalog/full-books.repo.ts';
import type { MetadataState } from '#db/repos/metadata/metadata-states.repo.ts';
import type { ChangeContext, ReadContext } from '../contexts.ts';
import type { PlanEdit } from './edit.ts';
import { editOne, lockCovers } from './edit-one.ts';
import { COVER_LOCK } from './fields.ts';
import { getState, notFound, termsByOwner } from './find-state.ts';
import { lockPlanner, resetPlanner } from './operations.ts';
import { type EditMode, planBookEdit, planSeriesEdit } from './plan-edits.ts';
import { listBookSources, listSeriesSources } from './sources.ts';
import { toSeriesLocks, toSeriesMetadataResponse } from './to-series-metadata.ts';

type Kind = MetadataState['kind'];
interface Responses {
  readonly book: BookMetadataResponse;
  readonly series: SeriesMetadataResponse;
}
interface Edits {
  readonly book: BookMetadataEdit;
  readonly series: SeriesMetadataEdit;
}
interface Locks {
  readonly book: BookLocks;
  readonly series: SeriesLocks;
}

/** Identifies a book or series. */
interface OwnerAt<Of extends Kind> {
  readonly kind: Of;
  readonly id: string;
}

const PLANS: { readonly [Of in Kind]: (body: Edits[Of], mode: EditMode) => PlanEdit } = {
  book: planBookEdit,
  series: planSeriesEdit,
};
const TO_LOCKS: { readonly [Of in Kind]: (locks: ReadonlySet<string>) => Locks[Of] } = {
  book: toBookLocks,
  series: toSeriesLocks,
};
const RESPONDERS: {
  readonly [Of in Kind]: (ctx: ReadContext, viewer: Viewer, state: MetadataState) => Promise<Responses[Of]>;
} = {
  book: async ({ db }, viewer, state) => {
    const book = await findBook(db.read, viewer, state.id);
    const stated = await listStatedSeries(db.read, [state.id]);
    if (book === undefined) throw notFound('book', state.id);
    return toBookMetadataResponse(state, { pageCount: book.pageCount, series: stated.get(state.id) ?? null });
  },
  series: async ({ db }, _viewer, state) => {
    const genres = await termsByOwner(db.read, 'genre', 'series', [state.id]);
    const tags = await termsByOwner(db.read, 'tag', 'series', [state.id]);
    return toSeriesMetadataResponse(state, { genres: genres.get(state.id) ?? [], tags: tags.get(state.id) ?? [] });
  },
};

/** Metadata and locks of a book or series, on request with the source of each value. Throws `NotFound`. */
export async function getMetadata<Of extends Kind>(
  ctx: ReadContext,
  viewer: Viewer,
  { kind, id }: OwnerAt<Of>,
  withSources = false,
): Promise<Responses[Of]> {
  const state = await getState(ctx.db.read, viewer, kind, id);
  const metadata = await RESPONDERS[kind](ctx, viewer, state);
  if (!withSources) return metadata;
  const sources = await (kind === 'book' ? listBookSources : listSeriesSources)(ctx.db.read, state);
  return { ...metadata, sources };
}

/** Changes and locks metadata. Throws `NotFound`. */
export async function editMetadata<Of extends Kind>(
  ctx: ChangeContext,
  viewer: Viewer,
  { kind, id }: OwnerAt<Of>,
  { body, mode }: { readonly body: Edits[Of]; readonly mode: EditMode },
): Promise<Responses[Of]> {
  return RESPONDERS[kind](ctx, viewer, await editOne(ctx, viewer, { kind, id, plan: PLANS[kind](body, mode) }));
}

/** Resets metadata to what the folder and the files say. Throws `NotFound`. */
export async function resetMetadata<Of extends Kind>(
  ctx: ChangeContext,
  viewer: Viewer,
  { kind, id }: OwnerAt<Of>,
): Promise<Responses[Of]> {
  const edit = { kind, id, plan: resetPlanner(kind), action: 'reset' } as const;
  return RESPONDERS[kind](ctx, viewer, await editOne(ctx, viewer, edit));
}

/** Changes title and number of a book. Throws `NotFound`. */
export async function renameBook(ctx: ChangeContext, viewer: Viewer, bookId: string, body: BookMetadataEdit) {
  await editOne(ctx, viewer, { kind: 'book', id: bookId, plan: planBookEdit(body, 'update') });
  const book = await findBook(ctx.db.read, viewer, bookId);
  if (book === undefined) throw notFound('book', bookId);
  const { id, title, number, updatedAt } = book;
  return { id, title, number, updatedAt };
}

/** Changes the title of a series. Throws `NotFound`. */
export async function renameSeries(ctx: ChangeContext, viewer: Viewer, seriesId: string, body: SeriesMetadataEdit) {
  const plan = planSeriesEdit(body, 'update');
  const { id, title, updatedAt } = await editOne(ctx, viewer, { kind: 'series', id: seriesId, plan });
  return { id, title, updatedAt: new Date(updatedAt).toISOString() };
}

/** The locks of a book or series. Throws `NotFound`. */
export async function getLocks<Of extends Kind>(
  { db }: ReadContext,
  viewer: Viewer,
  { kind, id }: OwnerAt<Of>,
): Promise<Locks[Of]> {
  return TO_LOCKS[kind]((await getState(db.read, viewer, kind, id)).locks);
}

/** Sets and clears the given locks. Throws `NotFound`. */
export async function setLocks<Of extends Kind>(
  ctx: ChangeContext,
  viewer: Viewer,
  owner: OwnerAt<Of>,
  wanted: Readonly<Record<string, boolean | undefined>>,
): Promise<Locks[Of]> {
  const { kind, id } = owner;
  const { [COVER_LOCK[kind]]: cover, ...locks } = wanted;
  await editOne(ctx, viewer, { kind, id, plan: lockPlanner(kind, locks) });
  if (cover !== undefined) await lockCovers(ctx, viewer, { kind, ids: [id] }, cover);
  return getLocks(ctx, viewer, owner);
}
