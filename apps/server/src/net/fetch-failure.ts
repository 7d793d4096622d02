import { ForbiddenAddress } from './guarded-lookup.ts';
import { mark, say } from '#words/say.ts';

/** A failed download; the message is for the user who set its address. */
export class FetchFailure extends Error {
  override readonly name = 'FetchFailure';
  readonly kind: 'refused' | 'private' | 'unreachable' | 'status' | 'too-large' | 'timeout';
  readonly status: number | undefined;
  /** The server asks for this pause. */
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: FetchFailure['kind'],
    message: string,
    more: { readonly status?: number; readonly retryAfterMs?: number | undefined; readonly cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.kind = kind;
    this.status = more.status;
    this.retryAfterMs = more.retryAfterMs;
  }
}

const SECOND_MS = 1_000;

/**
 * Parses `Retry-After`: seconds, or a date.
 * @param now epoch milliseconds
 * @returns milliseconds, 0 for a time in the past; undefined when it is invalid
 * @see RFC 9110 section 10.2.3
 */
export function readRetryAfter(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND_MS;
  const at = /^[a-z]{3},/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: mark('no such host'),
  EAI_AGAIN: mark('the name could not be looked up'),
  ECONNREFUSED: mark('connection refused'),
  ECONNRESET: mark('the connection ended early'),
  ETIMEDOUT: mark('no answer'),
  EHOSTUNREACH: mark('host unreachable'),
  ENETUNREACH: mark('network unreachable'),
  EPIPE: mark('the connection ended early'),
};

/**
 * The failure of a request, in words.
 * @param isLate whether the time limit passed
 */
export function toFetchFailure(error: unknown, isLate: boolean, timeoutMs: number): unknown {
  if (error instanceof FetchFailure) return error;
  if (isLate)
    return new FetchFailure(
      'timeout',
      say('The server took longer than {seconds, plural, one {# second} other {# seconds}}', {
        seconds: timeoutMs / 1000,
      }),
    );
  if (error instanceof ForbiddenAddress) {
    return new FetchFailure('private', error.message, { cause: error });
  }
  if (!(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const why = REASONS[code];
  const reason = why === undefined ? (code === '' ? error.message : code) : say(why);
  return new FetchFailure('unreachable', say('The server cannot be reached: {reason}', { reason }), { cause: error });
}
