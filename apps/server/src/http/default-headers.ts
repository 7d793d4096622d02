import type { FastifyInstance } from 'fastify';

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
] as const;

/** The headers of an answer that goes out past the hooks; it brings its own policy. Names and values in turn. */
export function defaultHeaders(requestId: string): string[] {
  return ['x-request-id', requestId, ...ALWAYS];
}

/** The headers of an answer of the API that is written past the reply, or on the bare socket. */
export function bareHeaders(): Readonly<Record<string, string>> {
  const pairs: [string, string][] = [['content-security-policy', API_POLICY]];
  for (let at = 0; at < ALWAYS.length; at += 2) pairs.push([ALWAYS[at] ?? '', ALWAYS[at + 1] ?? '']);
  return Object.fromEntries(pairs);
}

/** Adds to every answer what it does not say itself. */
export function addDefaultHeaders(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    void reply.header('x-request-id', request.id);
    for (let at = 0; at < ALWAYS.length; at += 2) void reply.header(ALWAYS[at] ?? '', ALWAYS[at + 1] ?? '');
    if (!reply.hasHeader('content-security-policy')) void reply.header('content-security-policy', API_POLICY);
    done();
  });
}
