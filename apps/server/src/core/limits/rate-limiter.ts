import type { Settings } from '../settings/settings.ts';
import { clientAddress } from './client-address.ts';
import { type BucketRule, type Charge, createTokenBuckets, type Tenths } from './token-buckets.ts';

/** Who pays for a request: who has really been identified, by whatever credential, else where it came from. */
export type Payer = { readonly userId: string } | { readonly ip: string };

/** Limits how much each client may ask of this process (decision A14). */
export interface RateLimiter {
  /** Undefined while there is no limit. */
  readonly take: (payer: Payer, asked: Tenths) => Charge | undefined;
  /** Takes more afterwards, or gives back when it is negative; 0 tells what is left. */
  readonly adjust: (payer: Payer, more: Tenths) => Charge | undefined;
  /** Clients that are remembered. */
  readonly count: () => number;
  /** Requests that were refused so far. */
  readonly refused: () => { readonly users: number; readonly addresses: number };
}

/**
 * Limits as the settings of the moment say.
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
