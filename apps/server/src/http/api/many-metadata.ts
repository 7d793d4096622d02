import { editMatching, type Selection } from '#core/catalog/metadata/edit-matching.ts';
import type { Handlers } from '../requests/handler.ts';

/** Says which ones are meant, and whether only to tell what would change. */
interface Chosen extends Omit<Selection, 'ids'> {
  readonly dryRun: boolean;
}

/** The part of a body that says which ones are meant; what is left of it says what is done to them. */
function parted<Body extends Chosen>({ condition, fullTextSearch, libraryId, dryRun, ...rest }: Body) {
  return { chosen: { condition, fullTextSearch, libraryId, dryRun }, rest };
}

/** Locks that are given, without those that are left out. */
function given(locks: Readonly<Record<string, boolean | undefined>>): Record<string, boolean> {
  return Object.fromEntries(Object.entries(locks).flatMap(([name, is]) => (is === undefined ? [] : [[name, is]])));
}

/** Adds names to genres or tags, and takes others. */
function termsEdit(field: 'genres' | 'tags', { add, remove }: { readonly add: string[]; readonly remove: string[] }) {
  return { name: 'terms', field, add, remove } as const;
}

export const manyMetadataHandlers = {
  editManyBooks: async (ctx, { viewer, body }) => {
    const { chosen, rest } = parted(body);
    const { bookIds: ids, ...edits } = rest;
    return editMatching(ctx, viewer, { kind: 'book', ids, ...chosen, operation: { name: 'book-edits', body: edits } });
  },
  editManySeries: async (ctx, { viewer, body }) => {
    const { chosen, rest } = parted(body);
    const { seriesIds: ids, ...edits } = rest;
    const operation = { name: 'series-edits', body: edits } as const;
    return editMatching(ctx, viewer, { kind: 'series', ids, ...chosen, operation });
  },
  updateManyBooks: async (ctx, { viewer, body }) => {
    const { chosen, rest } = parted(body);
    const { bookIds: ids, ...edit } = rest;
    const operation = { name: 'edit-books', body: edit } as const;
    return editMatching(ctx, viewer, { kind: 'book', ids, ...chosen, operation });
  },
  lockManyBooks: async (ctx, { viewer, body }) => {
    const { chosen, rest } = parted(body);
    const { bookIds: ids, ...locks } = rest;
    const operation = { name: 'lock', locks: given(locks) } as const;
    return editMatching(ctx, viewer, { kind: 'book', ids, ...chosen, operation });
  },
  resetManyBooks: async (ctx, { viewer, body }) => {
    const { chosen, rest } = parted(body);
    return editMatching(ctx, viewer, { kind: 'book', ids: rest.bookIds, ...chosen, operation: { name: 'reset' } });
  },
  genreManyBooks: async (ctx, { viewer, body }) => {
    const { chosen, rest } = parted(body);
    const operation = termsEdit('genres', rest);
    return editMatching(ctx, viewer, { kind: 'book', ids: rest.bookIds, ...chosen, operation });
  },
  tagManyBooks: async (ctx, { viewer, body }) => {
    const { chosen, rest } = parted(body);
    const operation = termsEdit('tags', rest);
    return editMatching(ctx, viewer, { kind: 'book', ids: rest.bookIds, ...chosen, operation });
  },
  updateManySeries: async (ctx, { viewer, body }) => {
    const { chosen, rest } = parted(body);
    const { seriesIds: ids, ...edit } = rest;
    const operation = { name: 'edit-series', body: edit } as const;
    return editMatching(ctx, viewer, { kind: 'series', ids, ...chosen, operation });
  },
  lockManySeries: async (ctx, { viewer, body }) => {
    const { chosen, rest } = parted(body);
    const { seriesIds: ids, ...locks } = rest;
    const operation = { name: 'lock', locks: given(locks) } as const;
    return editMatching(ctx, viewer, { kind: 'series', ids, ...chosen, operation });
  },
  resetManySeries: async (ctx, { viewer, body }) => {
    const { chosen, rest } = parted(body);
    return editMatching(ctx, viewer, { kind: 'series', ids: rest.seriesIds, ...chosen, operation: { name: 'reset' } });
  },
  genreManySeries: async (ctx, { viewer, body }) => {
    const { chosen, rest } = parted(body);
    const operation = termsEdit('genres', rest);
    return editMatching(ctx, viewer, { kind: 'series', ids: rest.seriesIds, ...chosen, operation });
  },
  tagManySeries: async (ctx, { viewer, body }) => {
    const { chosen, rest } = parted(body);
    const operation = termsEdit('tags', rest);
    return editMatching(ctx, viewer, { kind: 'series', ids: rest.seriesIds, ...chosen, operation });
  },
} satisfies Partial<Handlers>;
