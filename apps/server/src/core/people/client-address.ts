import { isIP, isIPv6 } from 'node:net';
import { createAddressList } from '#net/address-list.ts';

const GROUPS = 8;
const BITS_OF_GROUP = 16;
/** The network of one subscriber: 64 bits. */
const NETWORK_GROUPS = 4;
/** The largest network that providers give a subscriber: 48 bits. */
const SITE_GROUPS = 3;

function splitGroups(text: string): string[] {
  return text === '' ? [] : text.split(':');
}

/** An IPv4 address, also from its form in IPv6; undefined for other IPv6 addresses. */
function asIPv4(ip: string): string | undefined {
  if (!isIPv6(ip)) return ip;
  return /^(?:0*:)*:?ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
}

function toNetwork(ip: string, size: number): string {
  const address = ip.replace(/%.*$/, '').toLowerCase();
  const [head = '', tail] = address.replace(/(\d+\.){3}\d+$/, '0:0').split('::');
  const before = splitGroups(head);
  const after = tail === undefined ? [] : splitGroups(tail);
  const between = Array.from({ length: Math.max(0, GROUPS - before.length - after.length) }, () => '0');
  const network = [...before, ...between, ...after].slice(0, size);
  const text = network.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
  return `${text}::/${String(size * BITS_OF_GROUP)}`;
}

/**
 * What counts as one client: an IPv4 address, or the 64-bit network of an IPv6 address, because a subscriber has all of its
 * addresses.
 */
export function clientAddress(ip: string): string {
  return asIPv4(ip) ?? toNetwork(ip, NETWORK_GROUPS);
}

/** The 48-bit network of an IPv6 address; undefined for IPv4. */
export function clientSite(ip: string): string | undefined {
  return asIPv4(ip) === undefined ? toNetwork(ip, SITE_GROUPS) : undefined;
}

/** An address for logs: IPv4 in its own form, IPv6 without zone; undefined for text that is no address. */
export function shownAddress(ip: string): string | undefined {
  if (isIP(ip) === 0) return undefined;
  return asIPv4(ip) ?? ip.replace(/%.*$/, '').toLowerCase();
}

/**
 * Recognises reverse proxies whose `X-Forwarded-*` headers are trusted.
 * @param proxies as in `server.trusted_proxies`
 */
export function createProxyCheck(proxies: readonly string[]): (ip: string) => boolean {
  const list = createAddressList(proxies);
  return (ip) => list.has(ip);
}

/**
 * Recognises addresses that many clients share: those of this machine, and of proxies.
 * @param proxies as in `server.trusted_proxies`
 */
export function createSharedAddresses(proxies: readonly string[]): (ip: string) => boolean {
  return createProxyCheck(['loopback', ...proxies]);
}
