import { BlockList, isIP } from 'node:net';

/** A list of addresses and networks. */
export interface AddressList {
  /** @param address IPv4 or IPv6; false for anything else */
  readonly has: (address: string) => boolean;
}

const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Unwraps an IPv4-mapped IPv6 address. */
export function plainAddress(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

function readFamily(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}

/**
 * Makes a list.
 * @param networks addresses, networks such as `192.168.1.0/24`, or names of networks
 */
export function createAddressList(networks: readonly string[]): AddressList {
  const list = new BlockList();
  for (const network of networks.flatMap((name) => NAMED[name] ?? [name])) {
    const [address = '', bits] = network.split('/');
    if (bits === undefined) list.addAddress(address, readFamily(address));
    else list.addSubnet(address, Number(bits), readFamily(address));
  }
  return {
    has: (given) => {
      const address = plainAddress(given.replace(/%.*$/, ''));
      return isIP(address) !== 0 && list.check(address, readFamily(address));
    },
  };
}
