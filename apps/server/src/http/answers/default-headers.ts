import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limitHeaders } from '../people/admit.ts';

const API_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** What every answer says of itself: names and values in turn. */
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

/** A year. Over https browsers ask this very host by https alone from then on; of its neighbours nothing is said. */
const HSTS = ['strict-transport-security', 'max-age=31536000'] as const;

/** The headers of an answer that goes out past the hooks; it brings its own policy. Names and values in turn. */
export function defaultHeaders(request: FastifyRequest): string[] {
  const headers = ['x-request-id', request.id];
  for (const part of ALWAYS) headers.push(part);
  if (request.protocol === 'https') for (const part of HSTS) headers.push(part);
  for (const part of limitHeaders(request)) headers.push(part);
  return headers;
}

/** Names and values in turn as an object. */
function asObject(headers: readonly string[]): Record<string, string> {
  const object: Record<string, string> = {};
  for (let at = 0; at < headers.length; at += 2) object[headers[at] ?? ''] = headers[at + 1] ?? '';
  return object;
}

/** The headers of an answer of the API on the bare socket. */
export function bareHeaders(): Readonly<Record<string, string>> {
  return asObject(['content-security-policy', API_POLICY, ...ALWAYS]);
}

/** The same for an answer that is written past the reply, or past the hooks. */
export function apiHeaders(request: FastifyRequest): Readonly<Record<string, string>> {
  return asObject(['content-security-policy', API_POLICY, ...defaultHeaders(request)]);
}

/** Adds to every answer what it does not say itself. */
export function addDefaultHeaders(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    const headers = defaultHeaders(request);
    for (let at = 0; at < headers.length; at += 2) void reply.header(headers[at] ?? '', headers[at + 1] ?? '');
    if (!reply.hasHeader('content-security-policy')) void reply.header('content-security-policy', API_POLICY);
    done();
  });
}
