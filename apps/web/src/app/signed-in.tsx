import { loadRoutes } from '@lectern/contract/client';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { keptStore, ownerStore } from '#entities/offline/kept-store.ts';
import { currentUserQuery, findOwner, isGuest, isView } from '#entities/user/queries.ts';
import { type CodeLoader, createCodeLoader, fetchAgain, MissingCodeError } from '#lib/code-loader.ts';
import { keepSession } from '#lib/session.ts';
import { loadAllWords } from '#lib/words.ts';
import { lazyComponent } from '#ui/feedback/lazy-component.tsx';
import { PaletteHost } from './shell/palette-host.tsx';

const REST_AFTER_MS = 2_000;

const liveUpdates = createCodeLoader(async () => import('./live-updates.ts'), true);
const offline = createCodeLoader(async () => import('#entities/offline/start-offline.ts'), true);
const preferenceSync = createCodeLoader(async () => import('#entities/preferences/sync.ts'), true);

/** The messages and routes of other pages come once the first page has its data, so that the next one need not wait. */
function fetchRestLater(queryClient: QueryClient): () => void {
  const timer = setInterval(() => {
    if (queryClient.isFetching() > 0) return;
    clearInterval(timer);
    // The page that needs them asks again, and says what is missing.
    Promise.all([loadAllWords(), loadRoutes()]).catch(() => undefined);
  }, REST_AFTER_MS);
  return () => clearInterval(timer);
}

const IDLE_MS = 500;
/** A proxy may hold a request back for minutes. */
const LONGEST_WAIT_MS = 5_000;

/** The first page has its data, or waits for it too long. */
async function whenIdle(queryClient: QueryClient): Promise<void> {
  const until = Date.now() + LONGEST_WAIT_MS;
  do await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  while (queryClient.isFetching() > 0 && Date.now() < until);
}

/**
 * Starts a part that the first screen does not wait for, once its code has arrived.
 * @param start returns what ends it
 * @param ready what its code waits for
 * @returns ends it, whether it has begun or not
 */
function startLater<Code>(
  loader: CodeLoader<Code>,
  start: (code: Code) => () => void,
  ready?: Promise<unknown>,
): () => void {
  const leaving = new AbortController();
  const begin = async (): Promise<void> => {
    await ready;
    await loader.fetch().catch(async (error: unknown) => {
      if (error instanceof MissingCodeError) await fetchAgain(error, leaving.signal);
    });
    const code = loader.loaded();
    if (code === undefined || leaving.signal.aborted) return;
    leaving.signal.addEventListener('abort', start(code));
  };
  // It rejects only when the page is left.
  begin().catch(() => undefined);
  return () => leaving.abort();
}

const ViewBar = lazyComponent(async () => (await import('./view-bar.tsx')).ViewBar);

/** A view that ends on the server gives the page another user: nothing of the former one may stay in it. */
function useSameUser(userId: string | undefined): void {
  const shown = useRef(userId);
  useEffect(() => {
    // Between two users the page may know none.
    if (userId === undefined) return;
    if (shown.current !== undefined && shown.current !== userId) location.reload();
    shown.current = userId;
  }, [userId]);
}

/** Root of everything behind the login, the reader included. Starts the live updates. */
export function SignedIn() {
  const queryClient = useQueryClient();
  const router = useRouter();
  const user = useQuery(currentUserQuery()).data;
  const isVisitor = user === undefined ? undefined : isGuest(user);
  useEffect(() => {
    if (isVisitor === undefined) return;
    const leave = () => {
      queryClient.removeQueries({ queryKey: currentUserQuery().queryKey });
      void router.invalidate();
    };
    return startLater(
      liveUpdates,
      ({ startLiveUpdates, startGuestUpdates }) =>
        isVisitor ? startGuestUpdates() : startLiveUpdates(queryClient, leave),
      // The stream begins where the first answer ended, so nothing is missed meanwhile.
      whenIdle(queryClient),
    );
  }, [queryClient, router, isVisitor]);
  useEffect(keepSession, []);
  useEffect(() => fetchRestLater(queryClient), [queryClient]);
  useSameUser(user?.id);
  const guest = isVisitor === true ? user?.id : undefined;
  useEffect(() => {
    if (guest === undefined) return;
    return startLater(preferenceSync, ({ startGuestPreferences }) => startGuestPreferences(guest));
  }, [guest]);
  const owner = findOwner(user);
  useEffect(() => {
    if (owner === undefined) return;
    return startLater(preferenceSync, ({ startPreferenceSync }) => startPreferenceSync(queryClient, owner));
  }, [queryClient, owner]);
  useEffect(() => {
    if (owner === undefined) return;
    // What this user does in the first seconds has an outbox, too.
    ownerStore.set(owner);
    const stop = startLater(offline, ({ startOffline }) => startOffline(queryClient, owner), whenIdle(queryClient));
    return () => {
      stop();
      ownerStore.set(undefined);
      keptStore.set(undefined);
    };
  }, [queryClient, owner]);
  return (
    <>
      <Outlet />
      {user !== undefined && isView(user) && <ViewBar user={user} />}
      <PaletteHost />
    </>
  );
}
