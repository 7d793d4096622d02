import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WebFile, WebFiles } from '#context/files.ts';
import { hasTag } from './answers/send-file.ts';
import { getPathPrefix } from './reach/path-prefix.ts';
import { placePage } from './web-page.ts';

/** Content policy of the web app: everything comes from this server, and no page may embed it. */
const WEB_POLICY = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  "style-src 'self'",
  "font-src 'self' data: blob:",
  "media-src 'self' blob:",
  "frame-src 'self' blob:",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Lectern</title>
<h1>The web app has not been built</h1>
<p>The API answers, but there are no pages to show. Stop this server and start it with <code>npm start</code>, which builds
the web app first.</p>
</html>
`;

/** Addresses of programs, where an unknown one is a 404 and never the page. */
const PROGRAM_PATHS = /^\/(api|opds|koreader|kosync|health|metrics|assets|[.]well-known)(\/|$)/;

function accepts(request: FastifyRequest, encoding: string): boolean {
  const given = (request.headers['accept-encoding'] ?? '').split(',').map((part) => part.trim().toLowerCase());
  return given.some((part) => part.split(';')[0]?.trim() === encoding && !/;\s*q=0([.]0*)?$/.test(part));
}

function smallest(request: FastifyRequest, file: WebFile): { readonly bytes: Buffer; readonly encoding?: string } {
  if (file.brotli !== undefined && accepts(request, 'br')) return { bytes: file.brotli, encoding: 'br' };
  if (file.gzip !== undefined && accepts(request, 'gzip')) return { bytes: file.gzip, encoding: 'gzip' };
  return { bytes: file.bytes };
}

function sendWebFile(request: FastifyRequest, reply: FastifyReply, file: WebFile): FastifyReply {
  const { bytes, encoding } = smallest(request, file);
  const etag = `"${file.etag}${encoding === undefined ? '' : `-${encoding}`}"`;
  void reply
    .header('etag', etag)
    .header('vary', 'accept-encoding')
    .header('cache-control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('content-security-policy', WEB_POLICY);
  if (hasTag(request, etag)) return reply.code(304).send();
  if (encoding !== undefined) void reply.header('content-encoding', encoding);
  return reply.code(200).type(file.contentType).send(bytes);
}

function decodePath(request: FastifyRequest): string | undefined {
  try {
    return decodeURIComponent(request.url.replace(/\?.*$/s, '').replace(/^\//, ''));
  } catch {
    return undefined;
  }
}

/** The page of shared files: `share_target` in the manifest of the web app. */
const SHARE_PATH = '/upload';

/**
 * The service worker takes what another app shares. Without it the page opens and says that nothing was shared, before
 * Fastify refuses the body as too large. Shared words (title, text, url) are lost as well as files.
 */
export function leadShares(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'POST' || request.url !== SHARE_PATH) done();
    else void reply.redirect(getPathPrefix(request) + SHARE_PATH, 303);
  });
}

/**
 * Answers with a file of the web app, or with its page for addresses that a user may open.
 * @returns undefined for other addresses
 */
export function serveWeb(files: WebFiles, request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  const path = decodePath(request);
  const file = path === undefined || path === 'index.html' ? undefined : files.get(path);
  if (file !== undefined) return sendWebFile(request, reply, file);
  const namesHtml = (request.headers.accept ?? '').includes('text/html');
  // The root is the web app for every client.
  const wantsPage = (namesHtml || /^\/(\?|$)/.test(request.url)) && !PROGRAM_PATHS.test(request.url);
  if (!wantsPage) return undefined;
  const page = files.get('index.html');
  if (page !== undefined) return sendWebFile(request, reply, placePage(page, getPathPrefix(request)));
  return reply.code(503).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(NOT_BUILT);
}
