import type { FactorAsked } from '@lectern/contract';
import { ApiError } from '#lib/api.ts';

export type { FactorAsked };

function isAsked(value: unknown): value is FactorAsked {
  return (
    typeof value === 'object' &&
    value !== null &&
    'ticket' in value &&
    typeof value.ticket === 'string' &&
    'methods' in value &&
    Array.isArray(value.methods) &&
    'passkeysPossible' in value &&
    typeof value.passkeysPossible === 'boolean' &&
    'rememberDays' in value &&
    typeof value.rememberDays === 'number'
  );
}

/** What a sign-in with a right password still lacks; undefined for every other error. */
export function readFactorAsked(error: unknown): FactorAsked | undefined {
  if (!(error instanceof ApiError) || error.status !== 401) return undefined;
  const { details } = error;
  if (typeof details !== 'object' || details === null || !('secondFactor' in details)) return undefined;
  return isAsked(details.secondFactor) ? details.secondFactor : undefined;
}

/** The same in the address that a sign-in at a provider leads to; undefined for every other text. */
export function decodeFactorAsked(text: string): FactorAsked | undefined {
  try {
    const asked: unknown = JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/')));
    return isAsked(asked) ? asked : undefined;
  } catch {
    return undefined;
  }
}
