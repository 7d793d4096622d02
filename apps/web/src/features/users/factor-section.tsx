import { t } from '@lingui/core/macro';
import type { UserDetail } from '@lectern/contract';
import { useState } from 'react';
import { useAccountChange } from '#entities/user/change-users.ts';
import { request } from '#lib/api.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import css from './user-page.module.css';

/** Helps a user who has lost the second factor. */
export function FactorSection({ user: { id, username } }: { readonly user: UserDetail }) {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const remove = useAccountChange({
    change: async () => request('deleteUserFactors', { params: { id } }),
    say: () => t`Second factor of ${username} removed`,
    onDone: close,
  });
  return (
    <section className={css['section']}>
      <h3>{t`Second factor`}</h3>
      <p className={css['lead']}>{t`This account has a second factor. Remove it if ${username} has lost it.`}</p>
      <Button icon="unlock" onClick={() => setAsking(true)}>{t`Remove second factor`}</Button>
      <Dialog
        title={t`Remove the second factor of ${username}?`}
        open={isAsking}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>{t`Cancel`}</Button>
            <Button look="danger" busy={remove.isPending} onClick={() => remove.mutate(undefined)}>{t`Remove`}</Button>
          </>
        }
      >
        <p>{t`The password alone opens the account then. Be sure that you talk to ${username}. All sessions of the account end.`}</p>
      </Dialog>
    </section>
  );
}
