import type { FastifyRequest } from 'fastify';

/** Whether a request was made by a page of this server, as far as the browser tells (decision A6). */
function isSameOrigin(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = request.headers;
  return origin !== undefined && origin === `${request.protocol}://${request.host}`;
}

/** The cookies that count: all for reading, and for what may change something those of pages of this server. */
export function cookiesOf(request: FastifyRequest): string | undefined {
  const { method, headers } = request;
  return method === 'GET' || method === 'HEAD' || isSameOrigin(request) ? headers.cookie : undefined;
}
