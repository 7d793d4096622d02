import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { currentUserQuery } from '#entities/user/queries.ts';
import { keepSession } from '#lib/session.ts';
import { startLiveUpdates } from './live-updates.ts';

/** Root of everything behind the login, the reader included. Starts the live updates. */
export function SignedIn() {
  const queryClient = useQueryClient();
  const router = useRouter();
  useEffect(
    () =>
      startLiveUpdates(queryClient, () => {
        queryClient.removeQueries({ queryKey: currentUserQuery().queryKey });
        void router.invalidate();
      }),
    [queryClient, router],
  );
  useEffect(keepSession, []);
  const owner = useQuery(currentUserQuery()).data?.id;
  useEffect(() => {
    if (owner === undefined) return;
    const leaving = new AbortController();
    void import('#entities/preferences/sync.ts').then(({ startPreferenceSync }) => {
      if (leaving.signal.aborted) return;
      leaving.signal.addEventListener('abort', startPreferenceSync(queryClient, owner));
    });
    return () => leaving.abort();
  }, [queryClient, owner]);
  return <Outlet />;
}
