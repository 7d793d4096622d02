import type { UserDetail } from '@lectern/contract';
import { useState } from 'react';
import { useAccountChange } from '#entities/user/change-users.ts';
import { useMay } from '#entities/user/use-may.ts';
import { request } from '#lib/api.ts';
import { formatCount } from '#lib/format.ts';
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
    say: () => `The account of ${user.username} is gone`,
    onDone: onDeleted,
    showsProblem: true,
  });
  if (!deletes) return null;
  return (
    <Panel title="Delete">
      <p className={css['lead']}>
        An account that is deleted does not come back
        {user.isActive && '; to keep somebody out for a while, deactivate it'}.
      </p>
      <Button icon="trash" onClick={() => setAsking(true)}>
        Delete the account
      </Button>
      <Dialog
        title={`Delete ${user.username}?`}
        open={isAsking}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>Keep the account</Button>
            <Button look="danger" icon="trash" busy={remove.isPending} onClick={() => remove.mutate(undefined)}>
              Delete for good
            </Button>
          </>
        }
      >
        <p>With the account go:</p>
        <ul className={css['list']}>
          {user.progressCount > 0 && <li>the reading progress in {formatCount(user.progressCount, 'book')}</li>}
          {user.apiKeyCount > 0 && <li>{formatCount(user.apiKeyCount, 'API key')}: what uses them is signed out</li>}
          {user.sessionCount > 0 && <li>{formatCount(user.sessionCount, 'sign-in')} on browsers and devices</li>}
          <li>preferences, and everything else that is only theirs</li>
        </ul>
        <p>Books and libraries stay, and what others read in them.</p>
        {remove.isError && <Note tone="danger">{problemSentence(remove.error)}</Note>}
      </Dialog>
    </Panel>
  );
}
