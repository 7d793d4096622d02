import { hasUnsentProfiles } from '#entities/offline/unsent-profiles.ts';
import { isTemporary, request } from '#lib/api.ts';
import { connectionStore } from '#lib/connection.ts';
import type { ProfileChange } from './apply-change.ts';
import { sendChange } from './send-change.ts';

const RETRY_MS = 5_000;
const MOST_TRIES = 60;

/**
 * Stores a change, or keeps it on this device until the server answers. It never overtakes an earlier one.
 * @throws {ApiError}
 */
export async function storeChange(change: ProfileChange): Promise<void> {
  // The page may be closed before a request to a server that is away has failed.
  const mustWait = connectionStore.get().away || (await hasUnsentProfiles());
  try {
    if (!mustWait) {
      await sendChange(request, change);
      return;
    }
  } catch (error) {
    if (!isTemporary(error)) throw error;
  }
  try {
    const { putInOutbox } = await import('#entities/offline/outbox.ts');
    await putInOutbox({ title: '', change: { kind: 'profile', change } });
  } catch {
    await repeat(change);
  }
}

/** Without browser storage a choice made while reading lasts as long as the page. */
async function repeat(change: ProfileChange): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await new Promise((resolve) => {
      setTimeout(resolve, RETRY_MS);
    });
    try {
      await sendChange(request, change);
      return;
    } catch (error) {
      if (!isTemporary(error) || tries === MOST_TRIES) throw error;
    }
  }
}
