import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#config/schema.ts';

const PATH = '/.well-known/security.txt';

const DAY_MS = 86_400_000;
/** Readers distrust a text that holds for a year or longer (RFC 9116, section 2.5.5). */
const VALID_DAYS = 180;

type Said = Pick<Config['server'], 'publicUrl' | 'securityContact' | 'securityPolicy'>;

/**
 * Where to report a security problem (RFC 9116).
 * @param contact a mail address or the address of a page
 * @param now epoch milliseconds. The text stays the same for a day
 */
function writeSecurityText({ publicUrl, securityPolicy }: Said, contact: string, now: number): string {
  const expires = new Date((Math.floor(now / DAY_MS) + VALID_DAYS) * DAY_MS).toISOString().replace('.000', '');
  const lines = [`Contact: ${contact.startsWith('https:') ? contact : `mailto:${contact}`}`, `Expires: ${expires}`];
  // An address of a page must be https there.
  if (publicUrl?.startsWith('https:') === true) lines.push(`Canonical: ${publicUrl}${PATH}`);
  if (securityPolicy !== undefined) lines.push(`Policy: ${securityPolicy}`);
  return `${lines.join('\n')}\n`;
}

/** Answers with the contact of the operator. @returns undefined for other addresses, and without a contact */
export function serveSecurityText(
  server: Said,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | undefined {
  if (server.securityContact === undefined || request.url.replace(/\?.*$/s, '') !== PATH) return undefined;
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  return reply
    .code(200)
    .header('cache-control', 'public, max-age=3600')
    .type('text/plain; charset=utf-8')
    .send(writeSecurityText(server, server.securityContact, Date.now()));
}
