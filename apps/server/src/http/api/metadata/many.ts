import type { api } from '@lectern/contract';
import { editMatching } from '#core/metadata/edit-matching.ts';
import type { Handler } from '../../handler.ts';

const updateBooks: Handler<typeof api.updateManyBooks> = async (ctx, { viewer, body }) => {
  const { bookIds: ids, condition, dryRun, ...edit } = body;
  return editMatching(ctx, viewer, {
    kind: 'book',
    ids,
    condition,
    dryRun,
    operation: { name: 'edit-books', body: edit },
  });
};

/** Locks that are given, without those that are left out. */
function given(locks: Readonly<Record<string, boolean | undefined>>): Record<string, boolean> {
  return Object.fromEntries(Object.entries(locks).flatMap(([name, is]) => (is === undefined ? [] : [[name, is]])));
}

const lockBooks: Handler<typeof api.lockManyBooks> = async (ctx, { viewer, body }) => {
  const { bookIds: ids, condition, dryRun, ...locks } = body;
  return editMatching(ctx, viewer, {
    kind: 'book',
    ids,
    condition,
    dryRun,
    operation: { name: 'lock', locks: given(locks) },
  });
};

const resetBooks: Handler<typeof api.resetManyBooks> = async (
  ctx,
  { viewer, body: { bookIds: ids, condition, dryRun } },
) => editMatching(ctx, viewer, { kind: 'book', ids, condition, dryRun, operation: { name: 'reset' } });

const genreBooks: Handler<typeof api.genreManyBooks> = async (ctx, { viewer, body }) => {
  const { bookIds: ids, condition, dryRun, add, remove } = body;
  return editMatching(ctx, viewer, {
    kind: 'book',
    ids,
    condition,
    dryRun,
    operation: { name: 'terms', field: 'genres', add, remove },
  });
};

const tagBooks: Handler<typeof api.tagManyBooks> = async (ctx, { viewer, body }) => {
  const { bookIds: ids, condition, dryRun, add, remove } = body;
  return editMatching(ctx, viewer, {
    kind: 'book',
    ids,
    condition,
    dryRun,
    operation: { name: 'terms', field: 'tags', add, remove },
  });
};

const updateSeries: Handler<typeof api.updateManySeries> = async (ctx, { viewer, body }) => {
  const { seriesIds: ids, condition, dryRun, ...edit } = body;
  return editMatching(ctx, viewer, {
    kind: 'series',
    ids,
    condition,
    dryRun,
    operation: { name: 'edit-series', body: edit },
  });
};

const lockSeries: Handler<typeof api.lockManySeries> = async (ctx, { viewer, body }) => {
  const { seriesIds: ids, condition, dryRun, ...locks } = body;
  return editMatching(ctx, viewer, {
    kind: 'series',
    ids,
    condition,
    dryRun,
    operation: { name: 'lock', locks: given(locks) },
  });
};

const resetSeries: Handler<typeof api.resetManySeries> = async (
  ctx,
  { viewer, body: { seriesIds: ids, condition, dryRun } },
) => editMatching(ctx, viewer, { kind: 'series', ids, condition, dryRun, operation: { name: 'reset' } });

const genreSeries: Handler<typeof api.genreManySeries> = async (ctx, { viewer, body }) => {
  const { seriesIds: ids, condition, dryRun, add, remove } = body;
  const operation = { name: 'terms', field: 'genres', add, remove } as const;
  return editMatching(ctx, viewer, { kind: 'series', ids, condition, dryRun, operation: { ...operation } });
};

const tagSeries: Handler<typeof api.tagManySeries> = async (ctx, { viewer, body }) => {
  const { seriesIds: ids, condition, dryRun, add, remove } = body;
  const operation = { name: 'terms', field: 'tags', add, remove } as const;
  return editMatching(ctx, viewer, { kind: 'series', ids, condition, dryRun, operation: { ...operation } });
};

export const manyMetadataHandlers = {
  updateManyBooks: updateBooks,
  lockManyBooks: lockBooks,
  resetManyBooks: resetBooks,
  genreManyBooks: genreBooks,
  tagManyBooks: tagBooks,
  updateManySeries: updateSeries,
  lockManySeries: lockSeries,
  resetManySeries: resetSeries,
  genreManySeries: genreSeries,
  tagManySeries: tagSeries,
};
