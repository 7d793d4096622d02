import type { Permission } from '@lectern/contract';
import { z } from 'zod';
import type { Context } from '#context/context.ts';
import { getBookCover, getSeriesCover } from '#core/catalog/covers/get-cover.ts';
import type { CoverContext, CoverRequest } from '#core/catalog/covers/cover-picture.ts';
import { getListCover } from '#core/catalog/lists/list-cover.ts';
import { downloadBook } from '#core/catalog/pages/download-books.ts';
import type { FileAnswer } from '#core/file-answer.ts';
import type { Viewer } from '#core/viewer.ts';
import { COVER_SUBJECTS, coverPass, type CoverSubject, needsCoverPasses } from '#core/people/cover-pass.ts';
import { type DialectRoute, route, type ViewerRequest } from '../requests/dialect-route.ts';
import { type Addresses, buildAddresses, getOrigin } from './addresses.ts';

/** The addresses of a dialect, with passes for covers where the app needs them. */
export async function findAddresses(
  ctx: Context,
  { raw, viewer, client }: ViewerRequest,
  root: string,
): Promise<Addresses> {
  const origin = getOrigin(raw, ctx.config.server.publicUrl);
  const needsPasses = await needsCoverPasses(ctx, viewer, client.userAgent);
  const makePass = needsPasses ? (subject: CoverSubject) => coverPass(ctx, viewer, subject) : undefined;
  return buildAddresses(origin, root, 'catalog', makePass);
}

/** The id in a path. */
export const byId = z.object({ id: z.guid() });

/** Width of the small cover, for slow devices. The other cover has the stored size. */
const THUMBNAIL_WIDTH = 300;

function listCoverGetter(kind: 'collection' | 'readList') {
  return async (ctx: CoverContext, viewer: Viewer, id: string, request: CoverRequest): Promise<FileAnswer> =>
    getListCover(ctx, viewer, { kind, id }, request);
}

const COVERS = {
  books: [getBookCover, 'BooksRead'],
  series: [getSeriesCover, 'SeriesRead'],
  collections: [listCoverGetter('collection'), 'SeriesRead'],
  readlists: [listCoverGetter('readList'), 'BooksRead'],
} as const satisfies Readonly<Record<CoverSubject['of'], readonly [unknown, Permission]>>;

/** Covers as JPEG, the only type that all readers know. */
function coverRoute(root: string, of: CoverSubject['of'], name: 'cover' | 'thumbnail'): DialectRoute {
  const [read, permission] = COVERS[of];
  const query = z.object({ v: z.string().max(200).optional().catch(undefined) });
  return route.get(
    `${root}/${of}/{id}/${name}`,
    { permission: [permission], params: byId, query, tokens: 0.1, facts: { coverOf: of } },
    async (ctx, { viewer, params, query: { v } }) =>
      read(ctx, viewer, params.id, { v, width: name === 'thumbnail' ? THUMBNAIL_WIDTH : undefined, format: 'jpeg' }),
  );
}

/** Covers and book files, to which the feeds of every dialect link. */
export function contentRoutes(root: string): readonly DialectRoute[] {
  return [
    ...COVER_SUBJECTS.flatMap((of) => [coverRoute(root, of, 'cover'), coverRoute(root, of, 'thumbnail')]),
    route.get(
      `${root}/books/{id}/file/{name}`,
      { permission: ['BooksRead'], params: byId },
      async (ctx, { viewer, params }) => downloadBook(ctx, viewer, params.id),
    ),
  ];
}
