import { createAddressList } from '#net/address-list.ts';

/**
 * Addresses behind which there may be any number of clients: those of this machine, and of proxies.
 * @param proxies as `server.trusted_proxies` names them
 */
export function createSharedAddresses(proxies: readonly string[]): (ip: string) => boolean {
  const list = createAddressList(['loopback', ...proxies]);
  return (ip) => list.has(ip);
}
