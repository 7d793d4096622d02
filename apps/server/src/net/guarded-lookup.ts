import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { createAddressList, plainAddress } from './address-list.ts';
import { say } from '#words/say.ts';

/** The destination is a loopback, private or unassigned network. */
export class ForbiddenAddress extends Error {
  readonly code = 'FORBIDDEN_ADDRESS';
}

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

/** Resolves all addresses of a name. */
export type Resolver = (
  hostname: string,
  options: { readonly all: true; readonly family?: number },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A `lookup` that yields only allowed addresses. The connection uses the checked address, so a second lookup cannot
 * change it.
 * @param resolve the system's unless given
 */
export function guardedLookup(guard: AddressGuard, resolve: Resolver = systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    const family = typeof options.family === 'number' ? { family: options.family } : {};
    resolve(hostname, { all: true, ...family }, (error, addresses) => {
      if (error !== null) {
        callback(error, '');
        return;
      }
      const allowed = addresses.filter(({ address }) => guard.allows(address));
      const [first] = allowed;
      if (first === undefined) {
        callback(new ForbiddenAddress(say('{host} leads to an address that is not public', { host: hostname })), '');
      } else if (options.all === true) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}
