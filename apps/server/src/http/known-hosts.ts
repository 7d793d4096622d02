import { isIP } from 'node:net';
import { hostname as nameOfMachine } from 'node:os';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '#config/schema.ts';
import { createProxyCheck } from '#core/people/client-address.ts';

type ServerConfig = Pick<Config['server'], 'publicUrl' | 'allowedHosts'>;

/** Endings of names that are never public: RFC 6762, RFC 8375, RFC 9476, and those of home routers and offices. */
const PRIVATE_NAME = /\.(localhost|local|lan|home|home\.arpa|internal|intranet|localdomain|corp|private|test)$/;

const USUAL_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' };

/** Whether a name matches; `*.` matches all names below. */
function matches(pattern: string, name: string): boolean {
  const wanted = pattern.toLowerCase();
  if (wanted === '*') return true;
  return wanted.startsWith('*.') ? name.endsWith(wanted.slice(1)) : name === wanted;
}

/**
 * Whether a host name is known to be this server's: an IP address, a name that is never public, or a configured one. Any other
 * name may belong to an attacker (DNS rebinding).
 * @param host without port, as in the request: `nas`, `[::1]`
 */
export function isKnownHost({ publicUrl, allowedHosts }: ServerConfig, host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  if (isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0) return true;
  if (!name.includes('.') || PRIVATE_NAME.test(name)) return name !== '';
  if (name === nameOfMachine().toLowerCase()) return true;
  if (publicUrl !== undefined && new URL(publicUrl).hostname === name) return true;
  return allowedHosts.some((pattern) => matches(pattern, name));
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the host name of a request is known, or comes from a trusted proxy. */
    readonly namesKnownHost: (request: FastifyRequest) => boolean;
    /** The host in the client's address, with an unusual port. */
    readonly hostOf: (request: FastifyRequest) => string;
  }
}

/** Decorates the app with checks of host names. */
export function decorateKnownHosts(
  app: FastifyInstance,
  config: ServerConfig & Pick<Config['server'], 'trustedProxies'>,
) {
  const isTrusted = createProxyCheck(config.trustedProxies);
  app.decorate('namesKnownHost', ({ hostname, headers, socket }: FastifyRequest) => {
    const isSaidByProxy = headers['x-forwarded-host'] !== undefined && isTrusted(socket.remoteAddress ?? '');
    return isSaidByProxy || isKnownHost(config, hostname);
  });
  app.decorate('hostOf', ({ host, hostname, protocol, headers, socket }: FastifyRequest) => {
    const port = /^\d{1,5}$/.exec(headers['x-forwarded-port']?.toString() ?? '')?.[0];
    if (port === undefined || host !== hostname || !isTrusted(socket.remoteAddress ?? '')) return host;
    return port === USUAL_PORTS[protocol] ? host : `${host}:${port}`;
  });
}
