import { randomUUID } from 'node:crypto';
import { fastifyCompress } from '@fastify/compress';
import { api, type RouteName, routes } from '@lectern/contract';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Context } from '#context/context.ts';
import { AppError } from '#core/errors.ts';
import { createSharedAddresses, createProxyCheck } from '#core/people/client-address.ts';
import { admitStray, tellLimits } from './people/admit.ts';
import { handlers } from './api/index.ts';
import { bind, type BoundHandler, NOT_JSON, takesFile } from './requests/bind.ts';
import { openCatalogs } from './catalogs.ts';
import { isCompressible } from './answers/send-file.ts';
import { createPrefixReader } from './reach/path-prefix.ts';
import { allowedMethods } from './requests/route-facts.ts';
import { type Connections, watchConnections } from './connections.ts';
import { openCompat } from './komga/index.ts';
import { mountedUrl } from './komga/mount.ts';
import { chooseWords } from './people/request-words.ts';
import { countRequests, logRequests } from './requests/count-requests.ts';
import { decorateKnownHosts } from './known-hosts.ts';
import { addDefaultHeaders, apiHeaders } from './answers/default-headers.ts';
import { refuseConnection, sendError } from './answers/send-error.ts';
import { serveDocs } from './serve-docs.ts';
import { openRedirectServer } from './redirect-server.ts';
import { openSecureServers, type SecureServers } from './reach/secure-server.ts';
import { serveAuthority } from './authority-page.ts';
import { serveSecurityText } from './security-text.ts';
import { openSignIn } from './sign-in/index.ts';
import { leadShares, serveWeb } from './serve-web.ts';
import { createOpenStreams, type OpenStreams } from './answers/send-events.ts';

/** Largest JSON body. */
const BODY_LIMIT = 1_048_576;
/** Limit for the head of a request; the limit for the whole is configured. */
const HEAD_TIMEOUT_MS = 30_000;
/** Limits of open event streams, besides that of one user. */
const STREAMS = { perAddress: 100, inAll: 5_000 };
const COMPRESS_FROM_BYTES = 1_024;
const BROTLI_QUALITY = 4;

/** The HTTP side of the server. */
export interface HttpServer extends AsyncDisposable {
  /** Starts to listen. @returns the address, without trailing slash */
  readonly listen: () => Promise<string>;
}

/**
 * Parses JSON bodies, and keeps files where the route takes one. Other bodies become `NOT_JSON`, because most endpoints take none.
 */
function parseBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^application\/([\w.+-]+\+)?json(\s*;|$)/i, { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else void parseJson(request, body.toString(), done);
  });
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else done(null, takesFile(request) ? body : NOT_JSON);
  });
}

function bindHandlers(app: FastifyInstance, tools: Parameters<typeof bind>[2]): void {
  // The table checks the types of each row.
  const table = handlers as unknown as Readonly<Record<RouteName, BoundHandler>>;
  for (const [name, handler] of Object.entries(table)) {
    const routeName = name as RouteName;
    const [method, path] = routes[routeName];
    bind(app, { method, path, endpoint: api[routeName], handler }, tools);
  }
}

function refuseUnknown(request: FastifyRequest, reply: FastifyReply): AppError {
  const path = request.url.replace(/\?.*$/s, '');
  const allowed = allowedMethods(path);
  if (allowed.length === 0) return new AppError('NotFound', `There is nothing at ${path}`);
  void reply.header('allow', allowed.join(', '));
  return new AppError('MethodNotAllowed', `${request.method} is not possible at ${path}, only ${allowed.join(', ')}`);
}

/** The error of an unreadable request, or of too many of them. */
function strayError(ctx: Context, error: Error, request: FastifyRequest): Error {
  try {
    admitStray(ctx, request);
    return error;
  } catch (refusal) {
    if (refusal instanceof AppError) return refusal;
    throw refusal;
  }
}

/** Timeouts against clients that send slowly. */
function slowness({ config }: Context) {
  const requestTimeout = config.server.requestTimeoutSeconds * 1000;
  const headersTimeout = Math.min(HEAD_TIMEOUT_MS, requestTimeout);
  return { requestTimeout, http: { requestTimeout, headersTimeout, connectionsCheckingInterval: headersTimeout } };
}

function refuseSchema(): never {
  throw new Error('The contract checks what comes and goes, not a schema of the router');
}

/** Replaces Fastify's two compilers of JSON Schema, which take megabytes and have nothing to compile here. */
const NO_COMPILERS = { buildValidator: refuseSchema, buildSerializer: refuseSchema };

function createApp(ctx: Context, secure: SecureServers | undefined): FastifyInstance {
  const readPrefix = createPrefixReader(ctx.config.server);
  return fastify({
    bodyLimit: BODY_LIMIT,
    schemaController: { compilersFactory: NO_COMPILERS },
    ...slowness(ctx),
    ...(secure === undefined ? {} : { serverFactory: secure.create }),
    exposeHeadRoutes: false,
    trustProxy: createProxyCheck(ctx.config.server.trustedProxies),
    genReqId: () => randomUUID(),
    rewriteUrl: (request) => mountedUrl(ctx, request, readPrefix(request)),
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 4_096 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      // No hook is called for an invalid address.
      const shown = strayError(ctx, error, request);
      void reply.headers(apiHeaders(request));
      sendError(ctx.log.http, shown, request, reply);
    },
    clientErrorHandler: (error, socket) => {
      refuseConnection(error, socket);
    },
  });
}

/** Limits of open streams and connections. */
function limitClients(app: FastifyInstance, ctx: Context): { streams: OpenStreams; connections: Connections } {
  const { trustedProxies, maxStreamsPerUser, maxConnectionsPerAddress } = ctx.config.server;
  const isShared = createSharedAddresses(trustedProxies);
  return {
    streams: createOpenStreams({ perUser: maxStreamsPerUser, ...STREAMS, isShared }),
    connections: watchConnections(app.server, ctx.counters.requests, {
      perAddress: maxConnectionsPerAddress,
      isShared,
    }),
  };
}

/** Opens the redirect from http, where there is one. @returns the origin */
async function listenSecurely(
  ctx: Context,
  { authority }: SecureServers,
  address: string,
  owned: AsyncDisposableStack,
): Promise<string> {
  // The router does not know of https.
  const url = new URL(address.replace(/^http:/, 'https:'));
  const port = Number(url.port === '' ? 443 : url.port);
  if (ctx.config.server.tls.redirectPort !== undefined) owned.use(await openRedirectServer({ ctx, authority, port }));
  return url.origin;
}

/** Fields of a request that hooks and routes fill in. */
function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest('viewer', null);
  app.decorateRequest('paid', null);
  app.decorateRequest('charge', null);
  chooseWords(app);
}

/** What is at addresses without a route. @returns undefined where nothing is */
function servePage(
  ctx: Context,
  secure: SecureServers | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | undefined {
  return (
    serveSecurityText(ctx.config.server, request, reply) ??
    serveAuthority(secure?.authority, request, reply) ??
    serveWeb(ctx.web(), request, reply)
  );
}

/** Builds the HTTP server, which does not listen yet. The caller disposes it before the context. */
export async function createHttpServer(ctx: Context): Promise<HttpServer> {
  await using opened = new AsyncDisposableStack();
  const secure = await openSecureServers(ctx, slowness(ctx).http);
  if (secure !== undefined) opened.use(secure);
  const app = createApp(ctx, secure);
  const { streams, connections } = limitClients(app, ctx);
  decorateKnownHosts(app, ctx.config.server);
  parseBodies(app);
  addDefaultHeaders(app, ctx.config.server);
  await app.register(fastifyCompress, {
    global: true,
    encodings: ['br', 'gzip'],
    threshold: COMPRESS_FROM_BYTES,
    customTypes: isCompressible,
    brotliOptions: { params: { 1: BROTLI_QUALITY } },
  });
  decorateRequests(app);
  countRequests(app, ctx.counters.requests);
  logRequests(app, ctx.log.http);
  app.setErrorHandler((error, request, reply) => sendError(ctx.log.http, error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    tellLimits(ctx, request);
    const page = servePage(ctx, secure, request, reply);
    if (page !== undefined) return page;
    admitStray(ctx, request);
    return sendError(ctx.log.http, refuseUnknown(request, reply), request, reply);
  });
  // No route takes the method QUERY, and Fastify would demand a body first.
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.method !== 'QUERY') done();
    else done(strayError(ctx, new AppError('MethodNotAllowed', 'The method QUERY is not possible here'), request));
  });
  leadShares(app);
  bindHandlers(app, { ctx, streams });
  await openSignIn(app, ctx);
  await openCatalogs(app, ctx);
  await openCompat(app, ctx, streams);
  if (ctx.config.api.enableApiDocs) await serveDocs(app, ctx);
  await app.ready();
  const { host, port } = ctx.config.server;
  const owned = opened.move();
  return {
    listen: async () => {
      const address = await app.listen({ host, port });
      return secure === undefined ? address : listenSecurely(ctx, secure, address, owned);
    },
    [Symbol.asyncDispose]: async () => {
      streams.endAll();
      connections.endIdle();
      const limit = setTimeout(() => {
        connections.endAll();
      }, ctx.config.server.stopTimeoutSeconds * 1000);
      try {
        await using _owned = owned;
        await app.close();
      } finally {
        clearTimeout(limit);
      }
    },
  };
}
