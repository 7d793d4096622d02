import type { AccountView } from '@lectern/contract';
import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';
import { BASE_PATH } from '#lib/base-path.ts';
import { noteViewing, tellView } from '#lib/viewing.ts';

/** When admins saw the app as the signed-in user does, latest first. */
export const accountViewsQuery = () =>
  queryOptions({
    queryKey: ['listAccountViews'],
    queryFn: async ({ signal }) => request('listAccountViews', { signal }),
  });

/**
 * Lets this browser see the app as another account does. What the admin has not sent yet waits: the server would refuse it.
 * @throws {ApiError}
 */
export async function beginView(userId: string): Promise<AccountView> {
  const { inOutboxLock } = await import('#entities/offline/deliver-outbox.ts');
  // Other tabs must not take an answer of the view for one to the admin: they start again, before and after.
  tellView();
  const view = await inOutboxLock(async () => {
    const begun = await request('beginAccountView', { params: { id: userId } });
    noteViewing(true);
    return begun;
  });
  tellView();
  return view;
}

/**
 * Lets this browser see the app as its own account does again.
 * @throws {ApiError}
 */
export async function endView(): Promise<void> {
  await request('endAccountView', {});
  tellView();
}

/** Opens the account that was seen. The page is loaded again: nothing that it holds may outlive the view. */
export function openAfterView(userId: string): void {
  location.assign(`${BASE_PATH}/admin/users/${userId}`);
}
