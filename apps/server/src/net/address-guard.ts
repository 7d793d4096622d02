import { BlockList, isIP } from 'node:net';
import { createAddressList, plainAddress } from './address-list.ts';

/**
 * Networks outside the public Internet.
 * @see IANA IPv4 and IPv6 Special-Purpose Address Registries
 */
const SPECIAL_NETWORKS: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/**
 * Of IPv6 only global unicast is public, without these networks; translated addresses could lead into a private
 * network.
 */
const GLOBAL_UNICAST = ['2000::', 3] as const;
const SPECIAL_IPV6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const special = new BlockList();
for (const [network, bits] of SPECIAL_NETWORKS) special.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of SPECIAL_IPV6) special.addSubnet(network, bits, 'ipv6');
const global = new BlockList();
global.addSubnet(...GLOBAL_UNICAST, 'ipv6');

/** Decides which addresses may be requested. */
export interface AddressGuard {
  readonly allows: (address: string) => boolean;
}

/**
 * Allows public addresses, and those that the operator lists.
 * @param networks addresses, networks such as `192.168.1.0/24`, or `loopback`
 */
export function createAddressGuard(networks: readonly string[]): AddressGuard {
  const allowed = createAddressList(networks);
  return {
    allows: (given) => {
      const address = plainAddress(given);
      const version = isIP(address);
      if (version === 0) return false;
      const family = version === 4 ? 'ipv4' : 'ipv6';
      if (allowed.has(address)) return true;
      return !special.check(address, family) && (version === 4 || global.check(address, family));
    },
  };
}
