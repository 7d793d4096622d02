import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Context } from '#context/context.ts';
import type { Authority } from '#tls/authority.ts';
import { findAuthorityAnswer } from './authority-page.ts';
import { isKnownHost } from './known-hosts.ts';

const REQUEST_MS = 10_000;

function findAddress(
  { config }: Pick<Context, 'config'>,
  { headers }: IncomingMessage,
  port: number,
): string | undefined {
  const { publicUrl } = config.server;
  const host = `http://${headers.host ?? ''}`;
  const { hostname } = URL.canParse(host) ? new URL(host) : { hostname: '' };
  if (publicUrl?.startsWith('https:') === true && new URL(publicUrl).hostname === hostname)
    return new URL(publicUrl).origin;
  if (hostname === '' || !isKnownHost(config.server, hostname)) return undefined;
  return port === 443 ? `https://${hostname}` : `https://${hostname}:${String(port)}`;
}

/** Headers with which programs sign in. Cookies of https are never sent here. */
const CREDENTIALS = ['authorization', 'x-api-key', 'x-auth-key', 'x-auth-token'];

/** Whether a request shows the network what only the server should see. A redirect would hide that from its user. */
function tellsSecret({ method, headers }: IncomingMessage): boolean {
  return (method !== 'GET' && method !== 'HEAD') || CREDENTIALS.some((name) => headers[name] !== undefined);
}

function sendText(answer: ServerResponse, status: number, text: string): void {
  answer
    .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    .end(`${text}\n`);
}

interface RedirectOptions {
  readonly ctx: Pick<Context, 'config'>;
  readonly authority: Authority | undefined;
  /** Port of https. */
  readonly port: number;
}

function answerPlain(
  { ctx, authority, port }: RedirectOptions,
  request: IncomingMessage,
  answer: ServerResponse,
): void {
  const url = request.url ?? '/';
  const found = authority === undefined ? undefined : findAuthorityAnswer(authority, url, request.headers.host);
  if (found !== undefined && (request.method === 'GET' || request.method === 'HEAD')) {
    answer.writeHead(200, found.headers).end(request.method === 'HEAD' ? undefined : found.body);
    return;
  }
  const address = findAddress(ctx, request, port);
  if (address === undefined || !url.startsWith('/') || url.startsWith('//')) {
    sendText(answer, 400, 'Use https: the server does not know this name, and cannot say where');
    return;
  }
  if (tellsSecret(request)) {
    sendText(answer, 400, `Use ${address}: others on the way can read what this request sends`);
    return;
  }
  // Not kept by browsers: the operator may go back to http. For those who stay there is Strict-Transport-Security.
  answer.setHeader('location', address + url);
  sendText(answer, 307, `Use ${address}`);
}

/**
 * Listens for plain http and sends requests to https, but none with credentials or a body. The page of the authority is there,
 * too, because a device does not trust https before it has the authority.
 */
export async function openRedirectServer(
  options: RedirectOptions,
): Promise<AsyncDisposable & { readonly port: number }> {
  const { host, tls } = options.ctx.config.server;
  const server = createServer({ requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS }, (request, answer) => {
    answerPlain(options, request, answer);
  });
  server.maxConnections = 1_000;
  server.listen(tls.redirectPort, host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: address === null || typeof address === 'string' ? 0 : address.port,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
