import type { CallInput, CallResult } from '@lectern/contract/client';
import type { OutboxRoute } from '@lectern/contract/outbox-routes';

/**
 * Calls an endpoint with the current session, and renews it when it expired: `request` of a page, or that of the service worker.
 * @throws {ApiError} for every error answer, and with status 0 when no answer came
 */
export type Ask = <Name extends OutboxRoute>(name: Name, input: CallInput<Name>) => Promise<CallResult<Name>>;
