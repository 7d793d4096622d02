import type { Settings } from '#core/settings/settings.ts';
import { clientAddress } from './client-address.ts';
import { type BucketRule, type Charge, createTokenBuckets, type Tenths } from './token-buckets.ts';

/** Who pays for a request: the identified user, else the address. */
export type Payer = { readonly userId: string } | { readonly ip: string };

/** Limits the requests of each client to this process. */
export interface RateLimiter {
  /** Undefined while the settings switch the limit off. */
  readonly take: (payer: Payer, asked: Tenths) => Charge | undefined;
  /** Takes more afterwards. A negative amount is given back; 0 reads the state. */
  readonly adjust: (payer: Payer, more: Tenths) => Charge | undefined;
  readonly count: () => number;
  /** Refused requests since the start. */
  readonly refused: () => { readonly users: number; readonly addresses: number };
}

/**
 * Applies the limits of the present settings.
 * @param now milliseconds, never going back
 */
export function createRateLimiter(settings: Pick<Settings, 'get'>, now?: () => number): RateLimiter {
  const options = now === undefined ? {} : { now };
  const users = createTokenBuckets(options);
  const addresses = createTokenBuckets(options);
  const userRule = (): BucketRule => ({
    perSecond: settings.get('rate_limit.authenticated_rps'),
    burst: settings.get('rate_limit.authenticated_burst'),
  });
  const addressRule = (): BucketRule => ({
    perSecond: settings.get('rate_limit.anonymous_rps'),
    burst: settings.get('rate_limit.anonymous_burst'),
  });
  const refused = { users: 0, addresses: 0 };
  const ask = (what: 'take' | 'adjust', payer: Payer, tenths: Tenths): Charge | undefined => {
    if (!settings.get('rate_limit.enabled')) return undefined;
    return 'userId' in payer
      ? users[what](payer.userId, userRule(), tenths)
      : addresses[what](clientAddress(payer.ip), addressRule(), tenths);
  };
  return {
    take: (payer, asked) => {
      const charge = ask('take', payer, asked);
      if (charge?.isAllowed === false) refused['userId' in payer ? 'users' : 'addresses'] += 1;
      return charge;
    },
    adjust: (payer, more) => ask('adjust', payer, more),
    count: () => users.count() + addresses.count(),
    refused: () => refused,
  };
}
