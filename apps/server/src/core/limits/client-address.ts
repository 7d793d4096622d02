import { isIPv6 } from 'node:net';

const GROUPS = 8;
/** A network of this many groups is what one subscriber gets: 64 bits. */
const NETWORK_GROUPS = 4;

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':');
}

/**
 * What counts as one client: an IPv4 address, or the network of 64 bits that an IPv6 address is in, since whoever has one of
 * its addresses has them all.
 */
export function clientAddress(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const address = ip.replace(/%.*$/, '').toLowerCase();
  const mapped = /^(?:0*:)*:?ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = address.replace(/(\d+\.){3}\d+$/, '0:0').split('::');
  const before = groupsOf(head);
  const after = tail === undefined ? [] : groupsOf(tail);
  const between = Array.from({ length: Math.max(0, GROUPS - before.length - after.length) }, () => '0');
  const network = [...before, ...between, ...after].slice(0, NETWORK_GROUPS);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
