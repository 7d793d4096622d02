import { buildAddress as build, ApiError, call, type CallInput, type CallResult } from '@lectern/contract/client';
import type { RouteName } from '@lectern/contract';
import { BASE_PATH } from './base-path.ts';
import { LANGUAGE } from './locale.ts';
import { clearSession, renewSession } from './session.ts';

export { ApiError };

type Values = Parameters<typeof build>[2];

/** Address of an endpoint on this server, for pictures, links and streams. */
export function buildAddress(name: RouteName, params: Values = {}, query: Values = {}): string {
  return build(BASE_PATH, name, params, query);
}

/** A 401 from these routes does not mean an expired session. */
const ABOUT_NO_SESSION: ReadonlySet<RouteName> = new Set([
  'login',
  'refreshSession',
  'finishLogin',
  'finishLoginApp',
  'loginByPasskey',
]);

/** Neither does a 401 for what an opened link shares: its cookie names a session that has ended. */
function isAboutNoSession(name: RouteName): boolean {
  return ABOUT_NO_SESSION.has(name) || name.includes('Shared');
}

/** Asks for messages in the language of the app, which may not be that of the browser. */
function inLanguage<Input extends { readonly headers?: Readonly<Record<string, string>> }>(input: Input): Input {
  return { ...input, headers: { 'accept-language': LANGUAGE, ...input.headers } };
}

/**
 * Calls one API endpoint and renews an expired session once.
 * @throws {ApiError} for every error answer, and with status 0 when no answer came
 */
export async function request<Name extends RouteName>(name: Name, input: CallInput<Name>): Promise<CallResult<Name>> {
  const askedAt = Date.now();
  try {
    return await call(BASE_PATH, name, inLanguage(input));
  } catch (error) {
    if (!hasStatus(error, 401) || isAboutNoSession(name) || !(await renewSession(askedAt))) throw error;
    return await again(async () => call(BASE_PATH, name, inLanguage(input)));
  }
}

/** A fetch with the current session, for answers other than JSON. */
export async function fetchSignedIn(address: string, init: RequestInit): Promise<Response> {
  const askedAt = Date.now();
  const response = await fetch(address, init);
  if (response.status !== 401 || !(await renewSession(askedAt))) return response;
  return await fetch(address, init);
}

/** A 401 right after a renewal means that the session is over. */
async function again<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (hasStatus(error, 401)) clearSession();
    throw error;
  }
}

/** Whether an error has this HTTP status; 0 means no answer. */
export function hasStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status;
}

/** Whether no answer came (0), or one that a proxy gives in the place of the server. */
export function isAwayStatus(status: number): boolean {
  return status === 0 || (status >= 502 && status <= 504);
}

/** Whether the server does not answer, or a proxy says so in its place. A 503 of the server itself has its kind. */
export function isAway(error: unknown): boolean {
  return error instanceof ApiError && isAwayStatus(error.status) && error.kind !== 'ServiceUnavailable';
}

/** Whether a retry may succeed: no answer, overload or a restart. */
export function isTemporary(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 502);
}
