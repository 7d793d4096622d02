import { addressOf, ApiError, call, type CallInput, type CallResult } from '@lectern/contract/client';
import type { RouteName } from '@lectern/contract';
import { noteSignedOut, renewSession } from './session.ts';

export { addressOf, ApiError };

/** A 401 of these says nothing about a session. */
const ABOUT_NO_SESSION: ReadonlySet<RouteName> = new Set(['login', 'refreshSession']);

/**
 * Calls one endpoint of the server that delivered this page. A session that ran out is renewed on the way, once.
 * @throws {ApiError} for every answer that is not a success, and when no answer came (status 0)
 */
export async function request<Name extends RouteName>(name: Name, input: CallInput<Name>): Promise<CallResult<Name>> {
  const askedAt = Date.now();
  try {
    return await call('', name, input);
  } catch (error) {
    if (!hasStatus(error, 401) || ABOUT_NO_SESSION.has(name) || !(await renewSession(askedAt))) throw error;
    return await again(async () => call('', name, input));
  }
}

/** Fetches what is no JSON with the same session. */
export async function fetchSignedIn(address: string, init: RequestInit): Promise<Response> {
  const askedAt = Date.now();
  const response = await fetch(address, init);
  if (response.status !== 401 || !(await renewSession(askedAt))) return response;
  return await fetch(address, init);
}

/** A session that is refused when it has just been renewed is none. */
async function again<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (hasStatus(error, 401)) noteSignedOut();
    throw error;
  }
}

/** True for an answer with this status; 0 stands for no answer at all. */
export function hasStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status;
}

/** True when the same request may succeed a moment later: no answer, overload or a restart. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 502);
}
