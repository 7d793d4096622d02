import { plural, t } from '@lingui/core/macro';
import type { UserDetail } from '@lectern/contract';
import { useState } from 'react';
import { useAccountChange } from '#entities/user/change-users.ts';
import { useMay } from '#entities/user/use-may.ts';
import { request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { Panel } from '#ui/layout/page.tsx';
import css from './user-page.module.css';

interface DeletePanelProps {
  readonly user: UserDetail;
  readonly onDeleted: () => void;
}

export function DeletePanel({ user, onDeleted }: DeletePanelProps) {
  const deletes = useMay('UsersDelete');
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const remove = useAccountChange({
    change: async () => request('deleteUser', { params: { id: user.id } }),
    say: () => t`The account of ${user.username} is gone`,
    onDone: onDeleted,
    showsProblem: true,
  });
  if (!deletes) return null;
  return (
    <Panel title="Delete">
      <p className={css['lead']}>
        {t`An account that is deleted does not come back`}
        {user.isActive && '; to keep somebody out for a while, deactivate it'}.
      </p>
      <Button icon="trash" onClick={() => setAsking(true)}>{t`Delete the account`}</Button>
      <Dialog
        title={t`Delete ${user.username}?`}
        open={isAsking}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>{t`Keep the account`}</Button>
            <Button
              look="danger"
              icon="trash"
              busy={remove.isPending}
              onClick={() => remove.mutate(undefined)}
            >{t`Delete for good`}</Button>
          </>
        }
      >
        <p>{t`With the account go:`}</p>
        <ul className={css['list']}>
          {user.progressCount > 0 && (
            <li>{t`the reading progress in ${plural(user.progressCount, { one: '# book', other: '# books' })}`}</li>
          )}
          {user.apiKeyCount > 0 && (
            <li>{t`${plural(user.apiKeyCount, { one: '# API key', other: '# API keys' })}: what uses them is signed out`}</li>
          )}
          {user.sessionCount > 0 && (
            <li>{t`${plural(user.sessionCount, { one: '# sign-in', other: '# sign-ins' })} on browsers and devices`}</li>
          )}
          <li>{t`preferences, and everything else that is only theirs`}</li>
        </ul>
        <p>{t`Books and libraries stay, and what others read in them.`}</p>
        {remove.isError && <Note tone="danger">{problemSentence(remove.error)}</Note>}
      </Dialog>
    </Panel>
  );
}
