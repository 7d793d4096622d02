import { plural, t } from '@lingui/core/macro';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { ownerStore } from '#entities/offline/kept-store.ts';
import { request } from '#lib/api.ts';
import { BASE_PATH } from '#lib/base-path.ts';
import { problemSentence } from '#lib/problem.ts';
import { clearSession } from '#lib/session.ts';
import { tellView } from '#lib/viewing.ts';
import { showToast } from '#ui/feedback/toast.tsx';
import { currentUserQuery, isView } from './queries.ts';

/** Sends what is unsent first. Returns how many changes and shared files the server still lacks. */
async function sendRest(userId: string): Promise<number> {
  const { countUnsent, sendOutbox } = await import('#entities/offline/send-outbox.ts');
  const { loadKept } = await import('#entities/offline/load-kept.ts');
  const { takeLastPlaces } = await import('#entities/offline/outbox.ts');
  ownerStore.set(userId);
  // The page may be too young to have started this itself. A private window has no database, and nothing in it.
  await takeLastPlaces().catch(() => undefined);
  await loadKept().catch(() => undefined);
  await sendOutbox().catch(() => undefined);
  const { listShared } = await import('#lib/offline/shared-files.ts');
  const files = await listShared(BASE_PATH, userId).catch(() => []);
  const { countUnsentBy } = await import('#entities/offline/wipe-offline.ts');
  const ofChildren = await Promise.all((await listChildIds()).map(countUnsentBy));
  const unsent = ofChildren.reduce((sum, count) => sum + count, countUnsent());
  return unsent + files.filter(({ problem }) => problem === undefined).length;
}

/** The child profiles of the signed-in user; none for one who may have none, such as a guest. */
async function listChildIds(): Promise<readonly string[]> {
  return await request('listChildProfiles', {}).then(
    ({ profiles }) => profiles.map(({ id }) => id),
    () => [],
  );
}

interface Leaving {
  readonly id: string;
  /** Whether this page still shows the account of a view that is over. */
  readonly endedView: boolean;
}

/** The user whose session ends. A view ends first: what this browser keeps is the admin's. */
async function findLeaving(queryClient: QueryClient): Promise<Leaving> {
  const user = await queryClient.query({ ...currentUserQuery(), staleTime: 'static' });
  if (!isView(user)) return { id: user.id, endedView: false };
  const { endView } = await import('./account-view.ts');
  await endView();
  return { id: (await request('getCurrentUser', {})).id, endedView: true };
}

/** Returns where the browser signs out as well; null for nowhere. */
async function leave(userId: string): Promise<string | null> {
  const { wipeChild, wipeOffline } = await import('#entities/offline/wipe-offline.ts');
  const childIds = await listChildIds();
  const { redirectUrl } = await request('logoutAtProvider', {});
  clearSession();
  await wipeOffline(userId);
  await Promise.all(childIds.map(wipeChild));
  return redirectUrl;
}

/** Goes on to the provider. The browser may keep this page for the way back: then it starts again. */
function goElsewhere(address: string): void {
  tellView();
  location.assign(address);
}

interface SignOutEnd {
  /** Changes that the server lacks; above 0, nothing was signed out. */
  readonly count: number;
  /** Whether this page asks about them. */
  readonly isAsked: boolean;
  /** Where the browser signs out as well; null for nowhere. */
  readonly elsewhere: string | null;
}

/**
 * Ends the session of this browser, unless changes would be lost.
 * @param isSure loses them
 */
export async function signOutHere(queryClient: QueryClient, isSure: boolean): Promise<SignOutEnd> {
  const { id, endedView } = await findLeaving(queryClient);
  // A page that shows one account must change nothing of another: the pages of the admin ask again.
  const startAgain = () => {
    if (endedView) location.assign(`${BASE_PATH}/`);
  };
  try {
    const count = isSure ? 0 : await sendRest(id);
    if (count > 0) startAgain();
    return { count, isAsked: !endedView, elsewhere: count === 0 ? await leave(id) : null };
  } catch (error) {
    startAgain();
    throw error;
  }
}

/** Says what a sign-out would lose. */
export function sayUnsent(count: number): string {
  return plural(count, {
    one: '# change or shared file is only on this device, and would be lost.',
    other: '# changes or shared files are only on this device, and would be lost.',
  });
}

/**
 * Ends the session of this browser, and deletes what it keeps of the user. Call `mutate(true)` to lose unsent changes.
 * @param onSignedOut called once the session has ended
 * @param onUnsent called instead while the server lacks changes; by default a message asks
 */
export function useSignOut(onSignedOut: () => void, onUnsent?: (count: number) => void) {
  const queryClient = useQueryClient();
  const ask =
    onUnsent ??
    ((count: number) => showToast(sayUnsent(count), { label: t`Sign out`, run: () => signOut.mutate(true) }));
  const signOut = useMutation({
    mutationFn: async (isSure: boolean) => signOutHere(queryClient, isSure),
    onSuccess: ({ count, isAsked, elsewhere }) => {
      if (elsewhere !== null) goElsewhere(elsewhere);
      else if (count === 0) onSignedOut();
      else if (isAsked) ask(count);
    },
    onError: (error) => showToast(problemSentence(error)),
  });
  return signOut;
}
