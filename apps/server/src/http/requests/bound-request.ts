import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '#context/context.ts';
import type { Arrival } from '#core/activities/system/check-connection.ts';
import type { Viewer } from '#core/viewer.ts';
import { isOfForeignPage, readCookies } from '../people/foreign-pages.ts';
import { getPathPrefix } from '../reach/path-prefix.ts';

/**
 * The context of one request: long reads of the database are cancelled when its client has gone.
 * @param asked its signal is read only at long reads
 */
export function cancellableContext(ctx: Context, asked: { readonly signal: AbortSignal }): Context {
  return { ...ctx, db: ctx.db.whileWanted(() => asked.signal) };
}

/** Checked parts of a request. */
interface CheckedInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

function isLoopback(ip: string): boolean {
  return /^(::ffff:)?127(\.\d+){3}$/.test(ip) || ip === '::1';
}

/** The client of a request. Getters, because most handlers read little of it. */
class Client {
  readonly #request: FastifyRequest;

  constructor(request: FastifyRequest) {
    this.#request = request;
  }

  get ip(): string {
    return this.#request.ip;
  }

  get userAgent(): string | null {
    return this.#request.headers['user-agent']?.slice(0, 512) ?? null;
  }

  get languages(): string | undefined {
    return this.#request.headers['accept-language']?.slice(0, 1024);
  }

  get cookies(): string | undefined {
    return readCookies(this.#request);
  }

  get isForeignPage(): boolean {
    return isOfForeignPage(this.#request);
  }

  get secure(): boolean {
    return this.#request.protocol === 'https';
  }

  get arrival(): Arrival {
    const { protocol, hostname, headers, ip, raw, server } = this.#request;
    const isForwarded = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded', 'via'].some(
      (name) => headers[name] !== undefined,
    );
    const host = server.hostOf(this.#request);
    const isKnownHost = server.namesKnownHost(this.#request);
    // Proxies without such headers often speak HTTP/1.0.
    const isDirect = !isForwarded && raw.httpVersion !== '1.0';
    const isFromHere = isDirect && isLoopback(ip) && /^(localhost|127(\.\d+){3}|\[::1\])$/i.test(hostname);
    const hasAuthorization = headers.authorization !== undefined;
    return { scheme: protocol, host, prefix: this.prefix, hasAuthorization, isForwarded, isKnownHost, isFromHere };
  }

  get prefix(): string {
    return getPathPrefix(this.#request);
  }

  get origin(): string | undefined {
    return this.#request.headers.origin;
  }

  get peer(): string {
    return this.#request.socket.remoteAddress ?? '';
  }

  readonly readHeader = (name: string): string | undefined => {
    // Names and values in turn, over HTTP/1.1 and HTTP/2. `headers` joins values, and `headersDistinct` is missing over HTTP/2.
    const { rawHeaders } = this.#request.raw;
    const values = rawHeaders.filter(
      (_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name.toLowerCase(),
    );
    // Node reads headers as Latin-1, and proxies write UTF-8.
    return values.length === 1 ? Buffer.from(values[0] ?? '', 'latin1').toString('utf8') : undefined;
  };

  get acceptsGzip(): boolean {
    const given = this.#request.headers['accept-encoding'];
    return given !== undefined && /(^|[\s,])(gzip|\*)(?!\s*;\s*q=0([.]0*)?\s*(,|$))/.test(given);
  }

  get accept(): string | undefined {
    return this.#request.headers.accept?.slice(0, 1024);
  }
}

/** The part of the answer that a handler may change. */
class Answering {
  readonly #reply: FastifyReply;

  constructor(reply: FastifyReply) {
    this.#reply = reply;
  }

  readonly status = (code: number): void => void this.#reply.code(code);

  readonly header = (name: string, value: string): void => void this.#reply.header(name, value);
}

/** Aborts when the client leaves before the end of its answer. */
function abortWhenGone({ raw }: FastifyReply): AbortController {
  const gone = new AbortController();
  const look = (): void => {
    if (!raw.writableFinished) gone.abort();
  };
  if (raw.destroyed) look();
  else raw.once('close', look);
  return gone;
}

/** A checked request as handlers see it. Rarely used parts are made on demand. */
export class BoundRequest {
  readonly viewer: Viewer | null;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  #gone: AbortController | undefined;

  constructor(request: FastifyRequest, reply: FastifyReply, { params, query, body }: CheckedInput) {
    this.viewer = request.viewer;
    this.params = params;
    this.query = query;
    this.body = body;
    this.#request = request;
    this.#reply = reply;
  }

  /** Aborted when the client has gone. */
  get signal(): AbortSignal {
    this.#gone ??= abortWhenGone(this.#reply);
    return this.#gone.signal;
  }

  get path(): string {
    return getPathPrefix(this.#request) + this.#request.url.replace(/\?.*$/s, '');
  }

  get client(): Client {
    return new Client(this.#request);
  }

  get reply(): Answering {
    return new Answering(this.#reply);
  }
}
