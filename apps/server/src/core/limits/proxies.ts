import { createAddressList } from '#net/address-list.ts';

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
