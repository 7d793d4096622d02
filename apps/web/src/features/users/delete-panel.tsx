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
  const { username } = user;
  const close = () => setAsking(false);
  const remove = useAccountChange({
    change: async () => request('deleteUser', { params: { id: user.id } }),
    say: () => t`Account of ${username} deleted`,
    onDone: onDeleted,
    showsProblem: true,
  });
  if (!deletes) return null;
  return (
    <Panel title={t`Delete`}>
      <p className={css['lead']}>
        {user.isActive
          ? t`A deleted account cannot be restored. To block it for a while, deactivate it instead.`
          : t`A deleted account cannot be restored.`}
      </p>
      <Button icon="trash" onClick={() => setAsking(true)}>{t`Delete account`}</Button>
      <Dialog
        title={t`Delete ${username}?`}
        open={isAsking}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>{t`Cancel`}</Button>
            <Button
              look="danger"
              icon="trash"
              busy={remove.isPending}
              onClick={() => remove.mutate(undefined)}
            >{t`Delete for good`}</Button>
          </>
        }
      >
        <DeletedThings user={user} />
        <p>{t`Libraries, books and the progress of other users stay.`}</p>
        {remove.isError && <Note tone="danger">{problemSentence(remove.error)}</Note>}
      </Dialog>
    </Panel>
  );
}

function DeletedThings({ user }: { readonly user: UserDetail }) {
  const { progressCount, apiKeyCount, sessionCount, parentId } = user;
  return (
    <>
      <p>{t`This deletes:`}</p>
      <ul className={css['list']}>
        {progressCount > 0 && (
          <li>{plural(progressCount, { one: 'Progress in # book', other: 'Progress in # books' })}</li>
        )}
        {apiKeyCount > 0 && (
          <li>
            {plural(apiKeyCount, {
              one: '# API key, which signs out the apps that use it',
              other: '# API keys, which signs out the apps that use them',
            })}
          </li>
        )}
        {sessionCount > 0 && <li>{plural(sessionCount, { one: '# session', other: '# sessions' })}</li>}
        {parentId === null && <li>{t`The child profiles of the account, if it has any`}</li>}
        <li>{t`Preferences and everything else that only this account has`}</li>
      </ul>
    </>
  );
}
