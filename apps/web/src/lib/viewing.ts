import { createStore } from './store.ts';
import { readStored, removeStored, STORAGE_PREFIX, watchStored, writeStored } from './storage.ts';

/** Storage key: when the session of this browser last began or ceased to show another account, for its other tabs. */
const KEY = 'view';

/** How often a change was refused by this page itself, without a request. */
export const refusedStore = createStore(0);

/** Storage key: this browser was a guest last. */
const GUEST = 'guest';

let viewing = false;
let guest = false;
let hasVisitEnded = false;

/** Whether the admin of this session sees the app as another account does. Then this browser keeps nothing of what it sees. */
export function isViewing(): boolean {
  return viewing;
}

/** The service worker shows no kept books from now on, until a page of their owner has started. */
export async function hideKept(): Promise<void> {
  // As in `clearSession`. Plain http has no caches.
  if ('caches' in globalThis) await caches.delete(`${STORAGE_PREFIX}owner`);
}

/** Whether what the reader does leaves no trace: in a view, and for a guest, with whom others may share the browser. */
export function leavesNoTrace(): boolean {
  return viewing || guest;
}

/** Notes whether this browser reads without an account. */
export function noteGuest(isGuest: boolean): void {
  guest = isGuest;
  hasVisitEnded = false;
  if (isGuest) writeStored(GUEST, true);
  else removeStored(GUEST);
}

/** Ends the visit of a browser that was a guest until now. Says so until this page has a user: two requests may learn of it. */
export function takeEndedVisit(): boolean {
  if (guest || readStored(GUEST) === true) {
    noteGuest(false);
    hasVisitEnded = true;
  }
  return hasVisitEnded;
}

/** Notes whose eyes the session has. During a view the service worker shows no kept books: they are the admin's. */
export function noteViewing(isView: boolean): void {
  viewing = isView;
  if (isView) void hideKept();
}

/** Whether a change of this device alone must not be made, because it would be of the wrong account. The view says so. */
export function isRefusedInView(): boolean {
  if (viewing) refusedStore.set(refusedStore.get() + 1);
  return viewing;
}

/** Tells other tabs, and this page when it comes back, that the user is another one: by a view, a child profile or a sign-out. */
export function tellView(): void {
  writeStored(KEY, Date.now());
}

/** Calls back when another tab tells of such a change, or has while this page was asleep; returns the unsubscribe function. */
export function watchView(onChange: () => void): () => void {
  const toldBefore = readStored(KEY);
  // A page that the browser kept for the way back heard of nothing.
  const wake = ({ persisted }: PageTransitionEvent) => {
    if (persisted && readStored(KEY) !== toldBefore) onChange();
  };
  addEventListener('pageshow', wake);
  const unwatch = watchStored((key) => {
    if (key === KEY) onChange();
  });
  return () => {
    removeEventListener('pageshow', wake);
    unwatch();
  };
}
