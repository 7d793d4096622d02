import { api } from '@lectern/contract';
import { z } from 'zod';
import type { Context } from '#context/context.ts';
import { getBookCover, getLibraryCover } from '#core/catalog/covers/get-cover.ts';
import { downloadReadList } from '#core/catalog/lists/read-lists.ts';
import { getFullBook } from '#core/catalog/metadata/full-books.ts';
import { downloadBook } from '#core/catalog/pages/download-books.ts';
import { downloadSeries } from '#core/catalog/pages/archive-books.ts';
import { listPages } from '#core/catalog/pages/list-pages.ts';
import { readPage } from '#core/catalog/pages/read-page.ts';
import { readResource } from '#core/catalog/pages/read-resource.ts';
import { AppError } from '#core/errors.ts';
import type { FileAnswer } from '#core/file-answer.ts';
import { type DialectRequest, type DialectRoute, viewerOf } from '../requests/dialect-route.ts';
import { Flag, json, sizeText, Text } from './answer.ts';
import { byId, idOf } from './paths.ts';
import { COVER_WIDTH } from './series.ts';

const PageParams = byId.extend({ page: z.coerce.number().int().min(0).max(1_000_000) });
const PageQuery = z.object({ convert: Text, zero_based: Flag, contentNegotiation: Text });
type PageQuery = z.output<typeof PageQuery>;

const FORMATS = { jpeg: 'jpeg', jpg: 'jpeg', png: 'png' } as const;

/** The format that a page is asked for in. @throws {AppError} `BadRequest` for one that is none */
function formatOf({ convert }: PageQuery): 'jpeg' | 'png' | undefined {
  if (convert === undefined || convert === '') return undefined;
  const name = convert.toLowerCase();
  if (name in FORMATS) return FORMATS[name as keyof typeof FORMATS];
  const message = 'must be one of jpeg, png';
  throw new AppError('BadRequest', `"convert" ${message}`, { details: [{ path: 'convert', message }] });
}

/** The page of a book, which counts from 1 unless it is said to count from 0. */
function pageNumberOf({ params, query }: DialectRequest): number {
  const { page } = params as z.output<typeof PageParams>;
  const number = (query as PageQuery).zero_based === true ? page + 1 : page;
  if (number >= 1) return number;
  throw new AppError('BadRequest', 'Pages count from 1', { details: [{ path: 'page', message: 'must be 1 or more' }] });
}

/** Books that are not analysed, or cannot be, have no pages: apps know no "later". */
async function whenReady<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && error.kind === 'ServiceUnavailable') {
      throw new AppError('NotFound', error.message, { cause: error });
    }
    throw error;
  }
}

interface PageOptions {
  readonly format?: 'jpeg' | 'png' | undefined;
  readonly width?: number;
  readonly accept?: string | undefined;
}

async function page(ctx: Context, request: DialectRequest, options: PageOptions): Promise<FileAnswer> {
  const wanted = { page: pageNumberOf(request), acceptsGzip: request.client.acceptsGzip, ...options };
  return whenReady(readPage(ctx, viewerOf(request), idOf(request), wanted));
}

const pageEndpoint = { permission: ['PagesRead'], params: PageParams, query: PageQuery, tokens: 0.1 } as const;

function file(path: string): DialectRoute {
  return {
    method: 'GET',
    path,
    endpoint: { permission: ['BooksRead'], params: byId },
    answer: async (ctx, request) => downloadBook(ctx, viewerOf(request), idOf(request)),
  };
}

const ResourceParams = byId.extend({ '*': z.string().min(1).max(4_096) });

/** Pages, covers and files of books. */
export const contentRoutes: readonly DialectRoute[] = [
  {
    method: 'GET',
    path: '/api/v1/books/{id}/pages',
    endpoint: { permission: ['PagesRead'], params: byId },
    answer: async (ctx, request) => {
      const [viewer, id] = [viewerOf(request), idOf(request)];
      const { analyzed } = await getFullBook(ctx.db.read, viewer, id);
      if (!analyzed) throw new AppError('NotFound', `The pages of book ${id} are not known`);
      const pages = await listPages(ctx, viewer, id);
      return json(
        pages.map(({ pageNumber, fileName, mediaType, width, height, fileSize }) => ({
          ...{ number: pageNumber, fileName, mediaType, width, height },
          sizeBytes: fileSize,
          size: sizeText(fileSize),
        })),
      );
    },
  },
  {
    method: 'GET',
    path: '/api/v1/books/{id}/pages/{page}',
    endpoint: pageEndpoint,
    answer: async (ctx, request) => {
      const query = request.query as PageQuery;
      const accept = query.contentNegotiation === 'false' ? undefined : request.client.accept;
      return page(ctx, request, { format: formatOf(query), accept });
    },
  },
  {
    method: 'GET',
    path: '/api/v1/books/{id}/pages/{page}/thumbnail',
    endpoint: pageEndpoint,
    answer: async (ctx, request) => page(ctx, request, { format: 'jpeg', width: COVER_WIDTH }),
  },
  {
    method: 'GET',
    path: '/api/v1/books/{id}/pages/{page}/raw',
    endpoint: pageEndpoint,
    answer: async (ctx, request) => page(ctx, request, {}),
  },
  {
    method: 'GET',
    path: '/api/v1/books/{id}/thumbnail',
    endpoint: { permission: ['BooksRead'], params: byId, tokens: 0.1 },
    answer: async (ctx, request) =>
      getBookCover(ctx, viewerOf(request), idOf(request), { width: COVER_WIDTH, format: 'jpeg' }),
  },
  {
    method: 'GET',
    path: '/api/v1/libraries/{id}/thumbnail',
    endpoint: { permission: ['LibrariesRead'], params: byId, tokens: 0.1 },
    answer: async (ctx, request) =>
      getLibraryCover(ctx, viewerOf(request), idOf(request), { width: COVER_WIDTH, format: 'jpeg' }),
  },
  file('/api/v1/books/{id}/file'),
  file('/api/v1/books/{id}/file/{name*}'),
  {
    method: 'GET',
    path: '/api/v1/books/{id}/resource/{path*}',
    endpoint: { permission: ['PagesRead'], params: ResourceParams },
    answer: async (ctx, request) => {
      const { '*': path } = request.params as z.output<typeof ResourceParams>;
      const { acceptsGzip } = request.client;
      return whenReady(readResource(ctx, viewerOf(request), idOf(request), { path, acceptsGzip }));
    },
  },
];

/** Files of many books in one archive. */
export const downloadRoutes: readonly DialectRoute[] = [
  {
    method: 'GET',
    path: '/api/v1/series/{id}/file',
    endpoint: { permission: api.downloadSeries.permission, params: byId },
    answer: async (ctx, request) => downloadSeries(ctx, viewerOf(request), idOf(request)),
  },
  {
    method: 'GET',
    path: '/api/v1/readlists/{id}/file',
    endpoint: { permission: ['BooksRead'], params: byId },
    answer: async (ctx, request) => downloadReadList(ctx, viewerOf(request), idOf(request)),
  },
];
