import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { currentUserQuery } from '#entities/user/queries.ts';
import { startLiveUpdates } from './live-updates.ts';

/** Everything behind the login, the reader too, kept in step with the server. */
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
  return <Outlet />;
}
