import { ApiError, callRoute, type CallInput, type CallResult, type RawInput } from '@lectern/contract/client';
import { type OutboxRoute, outboxRoutes } from '@lectern/contract/outbox-routes';
import { deliverOutbox, inOutboxLock } from '#entities/offline/deliver-outbox.ts';
import { tellTabs } from '#entities/offline/tell-tabs.ts';
import { BASE_PATH } from '#lib/base-path.ts';
import { nameCaches } from '#lib/offline/kept-addresses.ts';
import { STORAGE_PREFIX } from '#lib/storage.ts';

async function callByName(name: OutboxRoute, input: RawInput): Promise<unknown> {
  return await callRoute(BASE_PATH, outboxRoutes[name], input);
}

/** Renews the session of the cookie, at another time than pages do. Its end locks kept books, as in a page. */
async function renew(): Promise<void> {
  try {
    await navigator.locks.request(`${STORAGE_PREFIX}session`, async () => callByName('refreshSession', {}));
  } catch (error) {
    const isOver = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
    if (isOver) await caches.delete(nameCaches(BASE_PATH).owner);
    throw error;
  }
}

async function ask<Name extends OutboxRoute>(name: Name, input: CallInput<Name>): Promise<CallResult<Name>>;
async function ask(name: OutboxRoute, input: RawInput): Promise<unknown> {
  try {
    return await callByName(name, input);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    await renew();
    return await callByName(name, input);
  }
}

/**
 * Sends what the owner of this browser has not sent.
 * @param findOwner the signed-in user; undefined after the end of the session
 * @throws while the server is away: the browser then tries again
 */
export async function sendInBackground(findOwner: () => Promise<string | undefined>): Promise<void> {
  const userId = await findOwner();
  if (userId === undefined) return;
  const isOwner = async () => (await findOwner()) === userId;
  const isDone = await inOutboxLock(async () => deliverOutbox({ userId, ask, isOwner, announce: tellTabs }));
  if (!isDone && (await isOwner())) throw new Error('The server does not answer');
}
