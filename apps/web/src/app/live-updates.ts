import type { QueryClient } from '@tanstack/react-query';
import { watchChanges } from './watch-changes.ts';
import { watchContact } from './watch-contact.ts';
import { watchPads } from './watch-pads.ts';
import { watchScans } from './watch-scans.ts';

/**
 * Guests have no streams: the server closes the door to those, and what changes shows on the next page. They have gamepads.
 * @returns ends it
 */
export function startGuestUpdates(): () => void {
  return watchPads();
}

/** A hidden tab closes its connections after this time: a browser allows six per server. */
const HIDDEN_MS = 20_000;

/**
 * Keeps the query cache in step with the server. Holds the change stream while the page is visible, and the scan stream
 * while a scan runs. Watches for gamepads too.
 */
export function startLiveUpdates(queryClient: QueryClient, onSignedOut: () => void): () => void {
  const contact = watchContact();
  const forgetPads = watchPads();
  const watches = [watchChanges(queryClient, contact, onSignedOut), watchScans(queryClient)];
  const openAll = () => watches.forEach((watch) => watch.open());
  const closeAll = () => watches.forEach((watch) => watch.close());
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asleep = false;

  const onVisibility = () => {
    clearTimeout(timer);
    if (document.hidden) {
      timer = setTimeout(() => {
        asleep = true;
        closeAll();
      }, HIDDEN_MS);
    } else if (asleep) {
      asleep = false;
      openAll();
      void queryClient.invalidateQueries();
    }
  };
  document.addEventListener('visibilitychange', onVisibility);
  openAll();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    clearTimeout(timer);
    contact.stop();
    forgetPads();
    closeAll();
  };
}
