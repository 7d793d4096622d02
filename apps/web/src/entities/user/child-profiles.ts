import type { ProfileLeave } from '@lectern/contract';
import { queryOptions } from '@tanstack/react-query';
import { ownerStore } from '#entities/offline/kept-store.ts';
import { request } from '#lib/api.ts';
import { BASE_PATH } from '#lib/base-path.ts';
import { hideKept, tellView } from '#lib/viewing.ts';

/** The child profiles of the signed-in user, by name. */
export const childProfilesQuery = () =>
  queryOptions({
    queryKey: ['listChildProfiles'],
    queryFn: async ({ signal }) => request('listChildProfiles', { signal }),
  });

/**
 * Makes the session of this browser that of another user. What the former one has not sent waits for their return: nothing is on
 * its way while the session changes. Other tabs start again before, so that their readers save the last page for the former user.
 */
async function switchUser(change: () => Promise<void>): Promise<void> {
  const { inOutboxLock } = await import('#entities/offline/deliver-outbox.ts');
  const owner = ownerStore.get();
  ownerStore.set(undefined);
  tellView();
  try {
    await inOutboxLock(change);
  } catch (error) {
    ownerStore.set(owner);
    throw error;
  }
  const hiding = hideKept();
  tellView();
  await hiding;
  // Nothing that this page holds may outlive the change.
  location.replace(`${BASE_PATH}/`);
}

/**
 * Lets this browser be that of a child profile, and starts the app again.
 * @throws {ApiError}
 */
export async function openChildProfile(id: string): Promise<void> {
  await switchUser(async () => request('openChildProfile', { params: { id } }));
}

/**
 * Lets this browser be that of the parent again, and starts the app again.
 * @throws {ApiError}
 */
export async function leaveChildProfile(shown: ProfileLeave): Promise<void> {
  await switchUser(async () => request('leaveChildProfile', { body: shown }));
}
