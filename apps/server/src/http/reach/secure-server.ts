import type { Server, ServerResponse } from 'node:http';
import {
  constants,
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  Http2ServerResponse,
} from 'node:http2';
import type { FastifyServerFactory } from 'fastify';
import type { Context } from '#context/context.ts';
import type { Authority } from '#tls/authority.ts';
import { openCertificates } from '#tls/certificate-source.ts';

const HANDSHAKE_MS = 30_000;
/** An HTTP/2 connection without any traffic for this time is closed. Event streams send something every 15 seconds. */
const IDLE_MS = 120_000;
/** Requests that a client may have open on one connection. */
const MOST_STREAMS = 100;

/**
 * TLS 1.3 chooses by itself; for 1.2 only suites with forward secrecy and authenticated encryption, as Mozilla recommends for
 * servers with clients of ten years ("intermediate").
 */
const TLS = {
  minVersion: 'TLSv1.2',
  honorCipherOrder: true,
  ciphers: [
    ...['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256'],
    ...['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES128-GCM-SHA256'],
    ...['ECDHE-ECDSA-AES256-GCM-SHA384', 'ECDHE-RSA-AES256-GCM-SHA384'],
    ...['ECDHE-ECDSA-CHACHA20-POLY1305', 'ECDHE-RSA-CHACHA20-POLY1305'],
  ].join(':'),
} as const;

/** An answer over HTTP/2, with what our code expects of one over HTTP/1.1. */
class Http2Answer extends Http2ServerResponse {
  sentBytes = 0;

  override write(chunk: string | Uint8Array, encoding?: unknown, callback?: unknown): boolean {
    this.sentBytes += typeof chunk === 'string' ? Buffer.byteLength(chunk) : chunk.byteLength;
    return super.write(chunk, encoding as BufferEncoding, callback as (error: Error) => void);
  }
}

// Node leaves it out, and the types declare it as a field.
Object.defineProperty(Http2Answer.prototype, 'destroyed', {
  get(this: Http2Answer): boolean {
    return this.stream.destroyed;
  },
});

/** Bytes of the body of an answer over HTTP/2, whose connection also carries others; undefined over HTTP/1.1. */
export function countHttp2Bytes(answer: object): number | undefined {
  return answer instanceof Http2Answer ? answer.sentBytes : undefined;
}

/** Ends a connection at once, with what the system has not sent yet. Other answers on an HTTP/2 connection go on. */
export function cutConnection(answer: ServerResponse): void {
  if (answer.socket !== null && !('encrypted' in answer.socket)) answer.socket.resetAndDestroy();
  answer.destroy();
}

/** Ends requests whose body takes too long. Node limits those over HTTP/1.1. */
function limitBodies(server: Http2SecureServer, limitMs: number): void {
  server.on('request', (request: Http2ServerRequest, answer: Http2ServerResponse) => {
    if (request.httpVersionMajor !== 2 || request.stream.endAfterHeaders) return;
    const timer = setTimeout(() => request.stream.close(constants.NGHTTP2_CANCEL), limitMs);
    const clear = (): void => clearTimeout(timer);
    request.once('end', clear);
    answer.once('close', clear);
  });
}

/** Makes the servers that speak https. */
export interface SecureServers extends Disposable {
  /** The server's own authority, if it has one. */
  readonly authority: Authority | undefined;
  readonly create: FastifyServerFactory;
}

/**
 * Prepares https with HTTP/2, and HTTP/1.1 for clients without it; undefined when it is not configured.
 * @throws {ConfigError} the certificate cannot be used
 */
export async function openSecureServers(
  { config, log }: Pick<Context, 'config' | 'log'>,
  { requestTimeout, headersTimeout }: { readonly requestTimeout: number; readonly headersTimeout: number },
): Promise<SecureServers | undefined> {
  const servers = new Set<Http2SecureServer>();
  const source = await openCertificates(config, {
    log: log.server,
    onChange: (certificate) => {
      for (const server of servers) server.setSecureContext({ ...certificate, ...TLS });
    },
  });
  if (source === undefined) return undefined;
  return {
    authority: source.authority,
    create: (handler) => {
      const made = createSecureServer(
        {
          ...source.first,
          ...TLS,
          allowHTTP1: true,
          handshakeTimeout: HANDSHAKE_MS,
          settings: { maxConcurrentStreams: MOST_STREAMS },
          Http2ServerResponse: Http2Answer,
        },
        handler as unknown as (request: Http2ServerRequest, answer: Http2ServerResponse) => void,
      );
      // The types of Node do not admit an answer of our own.
      const server = made as unknown as Http2SecureServer;
      Object.assign(server, { requestTimeout, headersTimeout });
      limitBodies(server, requestTimeout);
      server.on('session', (session) => session.setTimeout(IDLE_MS, () => session.close()));
      servers.add(server);
      // It has the methods that the router and the rest of this folder use.
      return server as unknown as Server;
    },
    [Symbol.dispose]: () => source[Symbol.dispose](),
  };
}
