import type { Permission } from '@lectern/contract';
import { z } from 'zod';
import type { Context } from '#context/context.ts';
import { getBookCover, getSeriesCover } from '#core/catalog/covers/get-cover.ts';
import type { CoverContext, CoverRequest } from '#core/catalog/covers/cover-picture.ts';
import { getListCover } from '#core/catalog/lists/list-cover.ts';
import { downloadBook } from '#core/catalog/pages/download-books.ts';
import type { FileAnswer } from '#core/file-answer.ts';
import { COVER_SUBJECTS, coverPass, type CoverSubject, needsCoverPasses } from '#core/people/cover-pass.ts';
import type { Viewer } from '#core/viewer.ts';
import { type DialectRequest, type DialectRoute, viewerOf } from '../requests/dialect-route.ts';

/** Makes the passes that the app that asks needs to fetch covers; undefined for one that signs in there too. */
export async function passesFor(
  ctx: Context,
  request: DialectRequest,
): Promise<((subject: CoverSubject) => string) | undefined> {
  const viewer = viewerOf(request);
  if (!(await needsCoverPasses(ctx, viewer, request.client.userAgent))) return undefined;
  return (subject) => coverPass(ctx, viewer, subject);
}

/** The id in the path of what a route is about. */
export const byId = z.object({ id: z.guid() });

const Version = z.object({ v: z.string().max(200).optional().catch(undefined) });

/** Width of the small cover, that e-ink devices are quick with; the other is as large as it is kept. */
const THUMBNAIL_WIDTH = 300;

/** What a route of one book or series is about. */
export function idOf({ params }: DialectRequest): string {
  return byId.parse(params).id;
}

function listCover(kind: 'collection' | 'readList') {
  return async (ctx: CoverContext, viewer: Viewer, id: string, request: CoverRequest): Promise<FileAnswer> =>
    getListCover(ctx, viewer, { kind, id }, request);
}

/** What shows the covers of each kind of thing, and what a viewer needs to see them. */
const COVERS = {
  books: [getBookCover, 'BooksRead'],
  series: [getSeriesCover, 'SeriesRead'],
  collections: [listCover('collection'), 'SeriesRead'],
  readlists: [listCover('readList'), 'BooksRead'],
} as const satisfies Readonly<Record<CoverSubject['of'], readonly [unknown, Permission]>>;

/** Covers as JPEG: readers know nothing newer. */
function coverRoute(root: string, of: CoverSubject['of'], name: 'cover' | 'thumbnail'): DialectRoute {
  const [read, permission] = COVERS[of];
  return {
    method: 'GET',
    path: `${root}/${of}/{id}/${name}`,
    endpoint: {
      ...{ permission: [permission], params: byId, query: Version, tokens: 0.1 },
    },
    facts: { coverOf: of },
    answer: async (ctx, request) => {
      const { v } = request.query as z.output<typeof Version>;
      const width = name === 'thumbnail' ? THUMBNAIL_WIDTH : undefined;
      return read(ctx, viewerOf(request), idOf(request), { v, width, format: 'jpeg' });
    },
  };
}

/** What feeds of every dialect point to: covers, and the files of books under their names. */
export function contentRoutes(root: string): readonly DialectRoute[] {
  return [
    ...COVER_SUBJECTS.flatMap((of) => [coverRoute(root, of, 'cover'), coverRoute(root, of, 'thumbnail')]),
    {
      method: 'GET',
      path: `${root}/books/{id}/file/{name}`,
      endpoint: { permission: ['BooksRead'], params: byId },
      answer: async (ctx, request) => downloadBook(ctx, viewerOf(request), idOf(request)),
    },
  ];
}
