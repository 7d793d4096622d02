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
import { invalidField } from '#core/invalid-field.ts';
import { say } from '#words/say.ts';
import { type DialectRequest, type DialectRoute, json, route } from '../requests/dialect-route.ts';
import { sizeText } from './answer.ts';
import { Flag, Text } from './paging.ts';
import { byId, knownId } from './paths.ts';

const COVER_WIDTH = 300;
/** Form of the covers in lists. */
export const COVER = { width: COVER_WIDTH, format: 'jpeg' } as const;

const onePage = {
  permission: ['PagesRead'],
  params: byId.extend({ page: z.coerce.number().int().min(0).max(1_000_000) }),
  query: z.object({ convert: Text, zero_based: Flag, contentNegotiation: Text }),
  tokens: 0.1,
} as const;
type PageRequest = DialectRequest<typeof onePage>;

const FORMATS = { jpeg: 'jpeg', jpg: 'jpeg', png: 'png' } as const;

/** @throws {AppError} `BadRequest` for an unknown format */
function parseFormat(convert: string | undefined): 'jpeg' | 'png' | undefined {
  if (convert === undefined || convert === '') return undefined;
  const name = convert.toLowerCase();
  if (name in FORMATS) return FORMATS[name as keyof typeof FORMATS];
  const message = say('must be one of {choices}', { choices: 'jpeg, png' });
  throw invalidField('convert', message);
}

/** The page of a book, from 1; the query may count from 0. */
function readPageNumber({ params, query }: PageRequest): number {
  const number = query.zero_based === true ? params.page + 1 : params.page;
  if (number >= 1) return number;
  throw invalidField('page', say('must be {min} or more', { min: 1 }));
}

/** Answers 404 in place of 503 for books that are not analysed: apps know no "later". */
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

async function readOnePage(ctx: Context, request: PageRequest, options: PageOptions): Promise<FileAnswer> {
  const { viewer, params, client } = request;
  const wanted = { page: readPageNumber(request), acceptsGzip: client.acceptsGzip, ...options };
  return whenReady(readPage(ctx, viewer, knownId(params.id), wanted));
}

function file(path: string): DialectRoute {
  return route.get(path, { permission: ['BooksRead'], params: byId }, async (ctx, { viewer, params }) =>
    downloadBook(ctx, viewer, knownId(params.id)),
  );
}

/** Pages, covers and files of books, series and read lists. */
export const contentRoutes: readonly DialectRoute[] = [
  route.get(
    '/api/v1/books/{id}/pages',
    { permission: ['PagesRead'], params: byId },
    async (ctx, { viewer, params }) => {
      const id = knownId(params.id);
      const { analyzed } = await getFullBook(ctx.db.read, viewer, id);
      if (!analyzed) throw new AppError('NotFound', `The pages of book ${id} are not known`);
      const pages = await listPages(ctx, viewer, id);
      return json(
        pages.map(({ pageNumber: number, fileName, mediaType, width, height, fileSize }) => {
          const size = { sizeBytes: fileSize, size: sizeText(fileSize) };
          return { number, fileName, mediaType, width, height, ...size };
        }),
      );
    },
  ),
  route.get('/api/v1/books/{id}/pages/{page}', onePage, async (ctx, request) => {
    const { convert, contentNegotiation } = request.query;
    const accept = contentNegotiation === 'false' ? undefined : request.client.accept;
    return readOnePage(ctx, request, { format: parseFormat(convert), accept });
  }),
  route.get('/api/v1/books/{id}/pages/{page}/thumbnail', onePage, async (ctx, request) =>
    readOnePage(ctx, request, { format: 'jpeg', width: COVER_WIDTH }),
  ),
  route.get('/api/v1/books/{id}/pages/{page}/raw', onePage, async (ctx, request) => readOnePage(ctx, request, {})),
  route.get(
    '/api/v1/books/{id}/thumbnail',
    { permission: ['BooksRead'], params: byId, tokens: 0.1 },
    async (ctx, { viewer, params }) => getBookCover(ctx, viewer, knownId(params.id), COVER),
  ),
  route.get(
    '/api/v1/libraries/{id}/thumbnail',
    { permission: ['LibrariesRead'], params: byId, tokens: 0.1 },
    async (ctx, { viewer, params }) => getLibraryCover(ctx, viewer, knownId(params.id), COVER),
  ),
  file('/api/v1/books/{id}/file'),
  file('/api/v1/books/{id}/file/{name*}'),
  route.get(
    '/api/v1/books/{id}/resource/{path*}',
    { permission: ['PagesRead'], params: byId.extend({ '*': z.string().min(1).max(4_096) }) },
    async (ctx, { viewer, params: { id, '*': path }, client: { acceptsGzip } }) =>
      whenReady(readResource(ctx, viewer, knownId(id), { path, acceptsGzip })),
  ),
  route.get(
    '/api/v1/series/{id}/file',
    { permission: api.downloadSeries.permission, params: byId },
    async (ctx, { viewer, params }) => downloadSeries(ctx, viewer, knownId(params.id)),
  ),
  route.get(
    '/api/v1/readlists/{id}/file',
    { permission: ['BooksRead'], params: byId },
    async (ctx, { viewer, params }) => downloadReadList(ctx, viewer, knownId(params.id)),
  ),
];
