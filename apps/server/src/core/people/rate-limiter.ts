import type { Settings } from '#core/settings/settings.ts';
import { clientAddress } from './client-address.ts';

/** How fast a bucket fills, and how much it holds; whole tokens. */
interface BucketRule {
  readonly perSecond: number;
  readonly burst: number;
}

/** What a request may cost, in tenths of a token: whole numbers, so that nothing is lost by rounding. */
export type Tenths = number;

const TOKEN: Tenths = 10;

/** More clients than that are not remembered: who was away longest begins again with a full bucket. */
const MAX_BUCKETS = 50_000;
/** Buckets looked at for having become full, at each that is used: more than can come new. */
const SWEPT_AT_ONCE = 2;

interface Bucket {
  tenths: number;
  /** When that was, milliseconds. */
  at: number;
}

/** What was taken out of a bucket, and what is left in it. */
export interface Charge {
  /** False when there was too little: then nothing was taken. */
  readonly isAllowed: boolean;
  /** Tokens that the bucket holds. */
  readonly limit: number;
  /** Whole tokens left. */
  readonly remaining: number;
  /** Whole seconds until there is a token; 0 when there is one. */
  readonly resetSeconds: number;
  /** Whole seconds until as much is there as was asked for, at least one. */
  readonly retryAfterSeconds: number;
}

/** Token buckets by key. A bucket that is full is the same as none, so those that have filled up are forgotten. */
interface TokenBuckets {
  /** Takes as much as is asked for, or nothing. */
  readonly take: (key: string, rule: BucketRule, asked: Tenths) => Charge;
  /** Takes more, as far as there is any, or gives back when it is negative. */
  readonly adjust: (key: string, rule: BucketRule, more: Tenths) => Charge;
  /** Buckets that are remembered. */
  readonly count: () => number;
}

/** Tenths of a token that come in a millisecond. */
function pace({ perSecond }: BucketRule): number {
  return (perSecond * TOKEN) / 1_000;
}

function secondsUntil(wanted: Tenths, tenths: number, rule: BucketRule): number {
  return tenths >= wanted ? 0 : Math.ceil((wanted - tenths) / (rule.perSecond * TOKEN));
}

function filled({ tenths, at }: Bucket, rule: BucketRule, now: number): number {
  return Math.min(rule.burst * TOKEN, tenths + Math.max(0, now - at) * pace(rule));
}

/**
 * Resets all buckets to full.
 * @param options the clock in milliseconds, which never goes back; and how many are remembered at most
 */
export function createTokenBuckets(
  options: { readonly now?: () => number; readonly maxBuckets?: number } = {},
): TokenBuckets {
  const { now = () => performance.now(), maxBuckets = MAX_BUCKETS } = options;
  /** Longest unused first. */
  const buckets = new Map<string, Bucket>();
  /** The last one of them: who asks again and again is found there already. */
  let newest: Bucket | undefined;

  const sweep = (rule: BucketRule, at: number): void => {
    let left = SWEPT_AT_ONCE;
    for (const [key, bucket] of buckets) {
      const isFull = filled(bucket, rule, at) >= rule.burst * TOKEN;
      if (left === 0 || (!isFull && buckets.size < maxBuckets)) return;
      buckets.delete(key);
      left -= 1;
    }
  };

  const open = (key: string, rule: BucketRule): Bucket => {
    const at = now();
    const known = buckets.get(key);
    if (known !== undefined && known === newest) {
      known.tenths = filled(known, rule, at);
      known.at = at;
      return known;
    }
    const bucket = { tenths: known === undefined ? rule.burst * TOKEN : filled(known, rule, at), at };
    buckets.delete(key);
    sweep(rule, at);
    buckets.set(key, bucket);
    newest = bucket;
    return bucket;
  };

  const describe = ({ tenths }: Bucket, rule: BucketRule, asked: Tenths, isAllowed: boolean): Charge => ({
    isAllowed,
    limit: rule.burst,
    remaining: Math.floor(tenths / TOKEN),
    resetSeconds: secondsUntil(TOKEN, tenths, rule),
    retryAfterSeconds: Math.max(1, secondsUntil(asked, tenths, rule)),
  });

  return {
    take: (key, rule, asked) => {
      const bucket = open(key, rule);
      const isAllowed = bucket.tenths >= asked;
      if (isAllowed) bucket.tenths -= asked;
      return describe(bucket, rule, asked, isAllowed);
    },
    adjust: (key, rule, more) => {
      const bucket = open(key, rule);
      bucket.tenths = Math.min(rule.burst * TOKEN, Math.max(0, bucket.tenths - more));
      return describe(bucket, rule, TOKEN, true);
    },
    count: () => buckets.size,
  };
}

/** Who pays for a request: who has really been identified, by whatever credential, else where it came from. */
export type Payer = { readonly userId: string } | { readonly ip: string };

/** Limits how much each client may ask of this process. */
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
