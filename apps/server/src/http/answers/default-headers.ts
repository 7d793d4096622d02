import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limitHeaders } from '../people/admit.ts';

const API_POLICY = "default-src 'none'; frame-ancestors 'none'";

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

/** One year, for this host only. */
const HSTS = ['strict-transport-security', 'max-age=31536000'] as const;

/** Headers of an answer that skips the hooks and has its own content policy, as alternating names and values. */
export function defaultHeaders(request: FastifyRequest): string[] {
  const headers = ['x-request-id', request.id];
  for (const part of ALWAYS) headers.push(part);
  if (request.protocol === 'https') for (const part of HSTS) headers.push(part);
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

/** Adds the default headers to every answer. */
export function addDefaultHeaders(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    const headers = defaultHeaders(request);
    for (let at = 0; at < headers.length; at += 2) void reply.header(headers[at] ?? '', headers[at + 1] ?? '');
    if (!reply.hasHeader('content-security-policy')) void reply.header('content-security-policy', API_POLICY);
    done();
  });
}
