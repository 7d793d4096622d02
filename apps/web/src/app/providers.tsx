import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { currentUserQuery } from '#entities/user/queries.ts';
import { isControlled, markUnreachable, markReachable } from '#lib/connection.ts';
import { createQueryClient } from '#lib/query-client.ts';
import { watchOtherTabs } from '#lib/session.ts';
import { watchView } from '#lib/viewing.ts';
import { Toaster } from '#ui/feedback/toast.tsx';
import { createAppRouter } from './router.ts';

const queryClient = createQueryClient({
  onSignedOut: () => {
    queryClient.removeQueries({ queryKey: currentUserQuery().queryKey });
    void router.invalidate();
  },
  // A service worker answers for kept books, too: then only the live events tell that the server is there.
  onAnswer: () => {
    if (!isControlled()) markReachable();
  },
  onUnreachable: markUnreachable,
});

const router = createAppRouter(queryClient);

watchOtherTabs((userId) => {
  const shown = queryClient.getQueryData(currentUserQuery().queryKey);
  // the cached data belongs to another account
  if (shown !== undefined && userId !== undefined && shown.id !== userId) {
    location.reload();
    return;
  }
  if (userId === undefined) queryClient.clear();
  void router.invalidate();
});

watchView(() => location.reload());

export function Providers() {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>
  );
}
