import { BASE_PATH } from '#lib/base-path.ts';

/** Name of the work that the browser starts in the service worker once the device has a network again. */
export const OUTBOX_SYNC = 'outbox';

/** Chromium has it; the types of the DOM do not name it. */
interface Syncing {
  readonly sync: { readonly register: (tag: string) => Promise<void> };
}

function hasSync(registration: object): registration is Syncing {
  return 'sync' in registration;
}

/**
 * Asks the browser to send the outbox when the network is back, also when no page is open. Without such a browser, service
 * worker or permission pages send as ever.
 */
export async function askForSync(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.getRegistration(`${BASE_PATH}/`);
    if (registration?.active !== null && registration !== undefined && hasSync(registration)) {
      await registration.sync.register(OUTBOX_SYNC);
    }
  } catch {
    // the user or the browser refuses
  }
}
