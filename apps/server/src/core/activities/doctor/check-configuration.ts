import { isIP } from 'node:net';
import type { Config } from '#config/schema.ts';
import { isHttps } from '#tls/certificate.ts';
import { say } from '#words/say.ts';
import { type Found, ok, problem, warning } from './finding.ts';

const EVERYWHERE = new Set(['0.0.0.0', '::', '[::]']);

function isLocal(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host);
}

function isWide(proxy: string): boolean {
  const [address = '', bits] = proxy.split('/');
  return bits !== undefined && Number(bits) < (isIP(address) === 6 ? 16 : 8);
}

function checkReach({ server, rateLimit }: Config): Found[] {
  const { host, publicUrl } = server;
  if (isLocal(host)) return [];
  const found: Found[] = [];
  const where = EVERYWHERE.has(host) ? say('every network of the machine') : say('the network ({host})', { host });
  const isSecure = isHttps(server);
  if (!isSecure && publicUrl?.startsWith('https:') !== true) {
    const advice = say(
      'Passwords and keys can be read on the way. Set server.tls, or put a reverse proxy with https in front of it, and set server.public_url to its address and server.trusted_proxies to that of the proxy',
    );
    const message = say('The server listens on {where}, and nothing says that it is reached by https', { where });
    found.push(warning(message, advice));
  } else if (!isSecure && server.trustedProxies.length === 0) {
    const advice = say(
      'Set server.trusted_proxies to the address of the reverse proxy: without it all its visitors share one limit of requests, and cookies are not marked Secure',
    );
    found.push(warning(say('server.public_url is an https address, but no proxy is trusted'), advice));
  }
  if (!rateLimit.enabled) {
    const advice = say('Set rate_limit.enabled to true, unless something in front of it limits them');
    found.push(warning(say('The server listens on {where} without a limit of requests', { where }), advice));
  }
  return found;
}

function checkCookies({ server, auth }: Config): Found[] {
  if (!auth.cookieSecure || isHttps(server) || server.publicUrl?.startsWith('http:') !== true) return [];
  const advice = say(
    'Users do not stay signed in: browsers keep no such cookies over http. Use https, or set auth.cookie_secure to false',
  );
  return [problem(say('auth.cookie_secure is true, but server.public_url is no https address'), advice)];
}

function checkProxies({ server }: Config): Found[] {
  const wide = server.trustedProxies.filter(isWide);
  if (wide.length === 0) return [];
  const advice = say(
    'Any client that reaches the server can forge its address. Name only the addresses of your proxies',
  );
  return [
    warning(
      say('server.trusted_proxies holds {addresses}: almost any address', { addresses: wide.join(', ') }),
      advice,
    ),
  ];
}

function checkMailWay({ mail }: Config): Found[] {
  if (mail.host === undefined || mail.security !== 'none' || isLocal(mail.host)) return [];
  const message =
    mail.password === undefined
      ? say('Mails go to {host} unencrypted', { host: mail.host })
      : say('Mails go to {host} unencrypted, and so does the password for it', { host: mail.host });
  return [warning(message, say('Set mail.security to starttls or tls'))];
}

/** Reports settings that are valid alone, but dangerous or useless together. */
export function checkConfiguration(config: Config): Found[] {
  const found = [checkReach, checkCookies, checkProxies, checkMailWay].flatMap((check) => check(config));
  return found.length === 0 ? [ok('The configuration can be used')] : found;
}
