import type { Context } from '#context/context.ts';
import { getBookCover } from '#core/catalog/covers/get-cover.ts';
import { getManifest, getPositions, type ManifestPlace } from '#core/catalog/pages/get-publication.ts';
import { listPages } from '#core/catalog/pages/list-pages.ts';
import { readPage } from '#core/catalog/pages/read-page.ts';
import { readResource } from '#core/catalog/pages/read-resource.ts';
import {
  getShared,
  getSharedReader,
  openShare,
  type ShareBrowser,
  type SharedPart,
} from '#core/catalog/shares/open-share.ts';
import { createShare, deleteShare, listAllShares, listShares } from '#core/catalog/shares/shares.ts';
import type { Viewer } from '#core/viewer.ts';
import { toPage } from '../answers/to-page.ts';
import { readSessionToken, readShareCookie, setShareCookie } from '../people/cookies.ts';
import type { Handlers } from '../requests/handler.ts';

interface SharedRequest {
  readonly params: { readonly id: string; readonly bookId: string };
  readonly client: { readonly cookies: string | undefined; readonly prefix: string };
}

/** The session of a browser, which may have ended; null without one. Reading a link counts as no use of it. */
function findSessionId({ access }: Context, client: SharedRequest['client']): string | null {
  const token = readSessionToken(client);
  return (token === undefined ? undefined : access.tokens.verify(token)?.sessionId) ?? null;
}

function toBrowser(ctx: Context, client: SharedRequest['client']): ShareBrowser {
  return { cookie: readShareCookie(client), sessionId: findSessionId(ctx, client) };
}

async function getReader(
  ctx: Context,
  { params, client }: SharedRequest,
  part: SharedPart['part'] = 'content',
): Promise<Viewer> {
  return getSharedReader(ctx, { ...params, part }, toBrowser(ctx, client));
}

/** Where the files of a shared book are, for the manifest. */
function toPlace({ params: { id, bookId }, client: { prefix } }: SharedRequest): ManifestPlace {
  const base = `${prefix}/api/v1/shared/${id}/books/${bookId}`;
  return {
    site: prefix,
    self: `${base}/manifest`,
    resources: `${base}/resources`,
    positions: `${base}/positions`,
  };
}

export const shareHandlers = {
  listShares: async (ctx, { viewer }) => ({ shares: await listShares(ctx, viewer) }),
  listAllShares: async (ctx, request) => toPage(request, await listAllShares(ctx, request.viewer, request.query)),
  createShare: async (ctx, { viewer, body }) => createShare(ctx, viewer, body),
  deleteShare: async (ctx, { viewer, params }) => deleteShare(ctx, viewer, params.id),
  openShare: async (ctx, { body, client, reply }) => {
    const sessionId = findSessionId(ctx, client);
    const { item, cookie, seconds } = await openShare(ctx, body.token, { ip: client.ip, sessionId });
    setShareCookie({ config: ctx.config, client, reply }, { id: item.id, cookie, seconds });
    return item;
  },
  getShared: async (ctx, { params, client }) => getShared(ctx, params.id, toBrowser(ctx, client)),
  getSharedCover: async (ctx, request) =>
    getBookCover(ctx, await getReader(ctx, request, 'cover'), request.params.bookId, request.query),
  listSharedPages: async (ctx, request) => listPages(ctx, await getReader(ctx, request), request.params.bookId),
  getSharedPage: async (ctx, request) => {
    const { bookId, pageNumber: page } = request.params;
    const { accept, acceptsGzip } = request.client;
    return readPage(ctx, await getReader(ctx, request), bookId, { ...request.query, page, accept, acceptsGzip });
  },
  getSharedManifest: async (ctx, request) =>
    getManifest(ctx, await getReader(ctx, request), request.params.bookId, toPlace(request)),
  getSharedPositions: async (ctx, request) =>
    getPositions(ctx, await getReader(ctx, request), request.params.bookId, toPlace(request)),
  getSharedResource: async (ctx, request) => {
    const { path, bookId } = request.params;
    return readResource(ctx, await getReader(ctx, request), bookId, { path, acceptsGzip: request.client.acceptsGzip });
  },
} satisfies Partial<Handlers>;
