import { isViewing } from '#lib/viewing.ts';
import { inOutboxLock } from './deliver-outbox.ts';
import { ownerStore } from './kept-store.ts';

/**
 * Sends something of a user. Nothing is sent once the browser is that of a child profile or shows another account, and neither
 * begins meanwhile.
 * @returns whether the user was still the one who is signed in here
 */
export async function whileOwner(owner: string, send: () => Promise<void>): Promise<boolean> {
  return await inOutboxLock(async () => {
    if (isViewing() || ownerStore.get() !== owner) return false;
    await send();
    return true;
  });
}
