import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { AddressGuard } from './address-guard.ts';

/** The destination is a loopback, private or unassigned network. */
export class ForbiddenAddress extends Error {
  readonly code = 'FORBIDDEN_ADDRESS';
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
        callback(new ForbiddenAddress(`${hostname} leads to an address that is not public`), '');
      } else if (options.all === true) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}
