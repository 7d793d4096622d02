import type { QueryClient } from '@tanstack/react-query';
import { watchChanges } from './watch-changes.ts';
import { watchContact } from './watch-contact.ts';
import { watchScans } from './watch-scans.ts';

/** A tab out of sight gives its connections back: a browser has six for one server. */
const HIDDEN_MS = 20_000;

/**
 * Keeps what is shown in step with the server until the returned function is called: one stream of changes while the
 * page is visible, and one of scan progress while a scan runs.
 */
export function startLiveUpdates(queryClient: QueryClient, onSignedOut: () => void): () => void {
  const contact = watchContact();
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
    closeAll();
  };
}
