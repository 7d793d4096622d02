import { addressOf, ApiError, call, type CallInput, type CallResult } from '@lectern/contract/client';
import type { RouteName } from '@lectern/contract';

export { addressOf, ApiError };

/**
 * Calls one endpoint of the server that delivered this page.
 * @throws {ApiError} for every answer that is not a success, and when no answer came (status 0)
 */
export async function request<Name extends RouteName>(name: Name, input: CallInput<Name>): Promise<CallResult<Name>> {
  return await call('', name, input);
}

/** True for an answer with this status; 0 stands for no answer at all. */
export function hasStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status;
}

/** True when the same request may succeed a moment later: no answer, overload or a restart. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 502);
}
