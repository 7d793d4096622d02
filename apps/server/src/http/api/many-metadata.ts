import type { Context } from '#context/context.ts';
import { editMatching, type MatchingEdit, type Selection } from '#core/catalog/metadata/edit-matching.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Handlers } from '../requests/handler.ts';

type Ids = Selection['ids'];

/** The owners to edit, and whether only to preview. */
interface Chosen extends Omit<Selection, 'ids'> {
  readonly dryRun: boolean;
}

interface Request<Body> {
  readonly viewer: Viewer;
  readonly body: Body;
}

type Operation = MatchingEdit['operation'];

/** Edits the books that a body selects. The rest of the body is the edit. */
async function editBooks<Body extends Chosen & { readonly bookIds?: Ids }>(
  ctx: Context,
  { viewer, body }: Request<Body>,
  toOperation: (edit: Omit<Body, keyof Chosen | 'bookIds'>) => Operation,
) {
  const { bookIds: ids, condition, fullTextSearch, libraryId, dryRun, ...edit } = body;
  const chosen = { ids, condition, fullTextSearch, libraryId, dryRun };
  return editMatching(ctx, viewer, { kind: 'book', ...chosen, operation: toOperation(edit) });
}

/** Edits the series that a body selects. The rest of the body is the edit. */
async function editSeries<Body extends Chosen & { readonly seriesIds?: Ids }>(
  ctx: Context,
  { viewer, body }: Request<Body>,
  toOperation: (edit: Omit<Body, keyof Chosen | 'seriesIds'>) => Operation,
) {
  const { seriesIds: ids, condition, fullTextSearch, libraryId, dryRun, ...edit } = body;
  const chosen = { ids, condition, fullTextSearch, libraryId, dryRun };
  return editMatching(ctx, viewer, { kind: 'series', ...chosen, operation: toOperation(edit) });
}

/** Sets the locks that a body names. */
function lock(locks: Readonly<Record<string, boolean | undefined>>): Operation {
  const given = Object.entries(locks).flatMap(([name, is]) => (is === undefined ? [] : [[name, is] as const]));
  return { name: 'lock', locks: Object.fromEntries(given) };
}

export const manyMetadataHandlers = {
  editManyBooks: async (ctx, request) => editBooks(ctx, request, (body) => ({ name: 'book-edits', body })),
  editManySeries: async (ctx, request) => editSeries(ctx, request, (body) => ({ name: 'series-edits', body })),
  updateManyBooks: async (ctx, request) => editBooks(ctx, request, (body) => ({ name: 'edit-books', body })),
  updateManySeries: async (ctx, request) => editSeries(ctx, request, (body) => ({ name: 'edit-series', body })),
  lockManyBooks: async (ctx, request) => editBooks(ctx, request, lock),
  lockManySeries: async (ctx, request) => editSeries(ctx, request, lock),
  resetManyBooks: async (ctx, request) => editBooks(ctx, request, () => ({ name: 'reset' })),
  resetManySeries: async (ctx, request) => editSeries(ctx, request, () => ({ name: 'reset' })),
  genreManyBooks: async (ctx, request) =>
    editBooks(ctx, request, ({ add, remove }) => ({ name: 'terms', field: 'genres', add, remove })),
  genreManySeries: async (ctx, request) =>
    editSeries(ctx, request, ({ add, remove }) => ({ name: 'terms', field: 'genres', add, remove })),
  tagManyBooks: async (ctx, request) =>
    editBooks(ctx, request, ({ add, remove }) => ({ name: 'terms', field: 'tags', add, remove })),
  tagManySeries: async (ctx, request) =>
    editSeries(ctx, request, ({ add, remove }) => ({ name: 'terms', field: 'tags', add, remove })),
} satisfies Partial<Handlers>;
