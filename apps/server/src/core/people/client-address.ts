import { isIP, isIPv6 } from 'node:net';
import { createAddressList } from '#net/address-list.ts';

const GROUPS = 8;
const BITS_OF_GROUP = 16;
/** A network of this many groups is what one subscriber gets: 64 bits. */
const NETWORK_GROUPS = 4;
/** Many providers give a subscriber who asks this much: 48 bits. */
const SITE_GROUPS = 3;

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':');
}

/** The IPv4 address that an address is, also where it is written as one of IPv6. */
function asIPv4(ip: string): string | undefined {
  if (!isIPv6(ip)) return ip;
  return /^(?:0*:)*:?ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
}

function networkOf(ip: string, size: number): string {
  const address = ip.replace(/%.*$/, '').toLowerCase();
  const [head = '', tail] = address.replace(/(\d+\.){3}\d+$/, '0:0').split('::');
  const before = groupsOf(head);
  const after = tail === undefined ? [] : groupsOf(tail);
  const between = Array.from({ length: Math.max(0, GROUPS - before.length - after.length) }, () => '0');
  const network = [...before, ...between, ...after].slice(0, size);
  const text = network.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
  return `${text}::/${String(size * BITS_OF_GROUP)}`;
}

/**
 * What counts as one client: an IPv4 address, or the network of 64 bits that an IPv6 address is in, since whoever has one of
 * its addresses has them all.
 */
export function clientAddress(ip: string): string {
  return asIPv4(ip) ?? networkOf(ip, NETWORK_GROUPS);
}

/** The network of 48 bits that an IPv6 address is in; undefined for IPv4. */
export function clientSite(ip: string): string | undefined {
  return asIPv4(ip) === undefined ? networkOf(ip, SITE_GROUPS) : undefined;
}

/** An address for people and programs to read: IPv4 as IPv4, without a zone; undefined for what is no address. */
export function shownAddress(ip: string): string | undefined {
  if (isIP(ip) === 0) return undefined;
  return asIPv4(ip) ?? ip.replace(/%.*$/, '').toLowerCase();
}

/**
 * Whether an address is that of a reverse proxy whose `X-Forwarded-*` headers are believed.
 * @param proxies as `server.trusted_proxies` names them
 */
export function trustOf(proxies: readonly string[]): (ip: string) => boolean {
  const list = createAddressList(proxies);
  return (ip) => list.has(ip);
}

/**
 * Addresses behind which there may be any number of clients: those of this machine, and of proxies.
 * @param proxies as `server.trusted_proxies` names them
 */
export function createSharedAddresses(proxies: readonly string[]): (ip: string) => boolean {
  return trustOf(['loopback', ...proxies]);
}
