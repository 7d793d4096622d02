import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '#config/schema.ts';
import { limitHeaders } from '../people/admit.ts';

/** Nothing of `default-src` limits the last three. */
const API_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Headers of every answer, as alternating names and values. */
const ALWAYS = [
  'x-content-type-options',
  'nosniff',
  'referrer-policy',
  'same-origin',
  'cross-origin-opener-policy',
  'same-origin',
  'cross-origin-resource-policy',
  'same-origin',
  'permissions-policy',
  'camera=(), geolocation=(), microphone=(), payment=(), serial=(), usb=()',
] as const;

/** Headers of an answer that skips the hooks and has its own content policy, as alternating names and values. */
export function defaultHeaders(request: FastifyRequest): string[] {
  const headers = ['x-request-id', request.id];
  for (const part of ALWAYS) headers.push(part);
  const { hstsSeconds } = request.server;
  if (hstsSeconds > 0 && request.protocol === 'https') {
    headers.push('strict-transport-security', `max-age=${String(hstsSeconds)}`);
  }
  for (const part of limitHeaders(request)) headers.push(part);
  return headers;
}

function asObject(headers: readonly string[]): Record<string, string> {
  const object: Record<string, string> = {};
  for (let at = 0; at < headers.length; at += 2) object[headers[at] ?? ''] = headers[at + 1] ?? '';
  return object;
}

/** Headers of an API answer on the bare socket. */
export function bareHeaders(): Readonly<Record<string, string>> {
  return asObject(['content-security-policy', API_POLICY, ...ALWAYS]);
}

/** Headers of an API answer that skips the hooks. */
export function apiHeaders(request: FastifyRequest): Readonly<Record<string, string>> {
  return asObject(['content-security-policy', API_POLICY, ...defaultHeaders(request)]);
}

declare module 'fastify' {
  interface FastifyInstance {
    /** How long browsers use nothing but https for this host; 0 where they are not told. */
    readonly hstsSeconds: number;
  }
}

/** Adds the default headers to every answer. */
export function addDefaultHeaders(app: FastifyInstance, { tls }: Pick<Config['server'], 'tls'>): void {
  app.decorate('hstsSeconds', tls.mode === 'local' ? 0 : tls.hstsSeconds);
  app.addHook('onSend', (request, reply, _payload, done) => {
    const headers = defaultHeaders(request);
    for (let at = 0; at < headers.length; at += 2) void reply.header(headers[at] ?? '', headers[at + 1] ?? '');
    if (!reply.hasHeader('content-security-policy')) void reply.header('content-security-policy', API_POLICY);
    done();
  });
}
