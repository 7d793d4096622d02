import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import type { UserDetail } from '@lectern/contract';
import { beginView } from '#entities/user/account-view.ts';
import { BASE_PATH } from '#lib/base-path.ts';
import { problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { showToast } from '#ui/feedback/toast.tsx';
import { Panel } from '#ui/layout/page.tsx';
import css from './user-page.module.css';

/** Shows an admin the app as this account sees it. */
export function ViewPanel({ user: { id, username } }: { readonly user: UserDetail }) {
  const begin = useMutation({
    mutationFn: async () => beginView(id),
    // The page is loaded again: nothing of the admin may stay in it.
    onSuccess: () => location.assign(`${BASE_PATH}/`),
    onError: (error) => showToast(problemSentence(error)),
  });
  return (
    <Panel title={t`The app as this account sees it`}>
      <p className={css['lead']}>
        {t`You see the app as this account does, for an hour at most. You cannot change anything. The account is told that you looked.`}
      </p>
      <Button icon="eye" busy={begin.isPending} onClick={() => begin.mutate()}>{t`View as ${username}`}</Button>
    </Panel>
  );
}
