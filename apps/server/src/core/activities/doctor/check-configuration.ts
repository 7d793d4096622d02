import { isIP } from 'node:net';
import type { Config } from '#config/schema.ts';
import { isHttps } from '#tls/certificate.ts';
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
  const where = EVERYWHERE.has(host) ? 'every network of the machine' : `the network (${host})`;
  const isSecure = isHttps(server);
  if (!isSecure && publicUrl?.startsWith('https:') !== true) {
    const advice =
      'Passwords and keys can be read on the way. Set server.tls, or put a reverse proxy with https in front of it, and set server.public_url to its address and server.trusted_proxies to that of the proxy';
    found.push(warning(`The server listens on ${where}, and nothing says that it is reached by https`, advice));
  } else if (!isSecure && server.trustedProxies.length === 0) {
    const advice =
      'Set server.trusted_proxies to the address of the reverse proxy: without it all its visitors share one limit of requests, and cookies are not marked Secure';
    found.push(warning('server.public_url is an https address, but no proxy is trusted', advice));
  }
  if (!rateLimit.enabled) {
    const advice = 'Set rate_limit.enabled to true, unless something in front of it limits them';
    found.push(warning(`The server listens on ${where} without a limit of requests`, advice));
  }
  return found;
}

function checkCookies({ server, auth }: Config): Found[] {
  if (!auth.cookieSecure || isHttps(server) || server.publicUrl?.startsWith('http:') !== true) return [];
  const advice =
    'Users do not stay signed in: browsers keep no such cookies over http. Use https, or set auth.cookie_secure to false';
  return [problem('auth.cookie_secure is true, but server.public_url is no https address', advice)];
}

function checkProxies({ server }: Config): Found[] {
  const wide = server.trustedProxies.filter(isWide);
  if (wide.length === 0) return [];
  const advice = 'Any client that reaches the server can forge its address. Name only the addresses of your proxies';
  return [warning(`server.trusted_proxies holds ${wide.join(', ')}: almost any address`, advice)];
}

function checkMailWay({ mail }: Config): Found[] {
  if (mail.host === undefined || mail.security !== 'none' || isLocal(mail.host)) return [];
  const advice = 'Set mail.security to starttls or tls';
  return [
    warning(
      `Mails go to ${mail.host} unencrypted${mail.password === undefined ? '' : ', and so does the password for it'}`,
      advice,
    ),
  ];
}

/** Reports settings that are valid alone, but dangerous or useless together. */
export function checkConfiguration(config: Config): Found[] {
  const found = [checkReach, checkCookies, checkProxies, checkMailWay].flatMap((check) => check(config));
  return found.length === 0 ? [ok('The configuration can be used')] : found;
}
