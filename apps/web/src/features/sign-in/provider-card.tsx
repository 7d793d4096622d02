import { t } from '@lingui/core/macro';
import type { SignInProvider } from '@lectern/contract';
import { useId, useState } from 'react';
import { problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { CopyField } from '#ui/controls/copy-field.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { Panel } from '#ui/layout/page.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useRemoveProvider, useSwitchProvider, useTestProvider } from './provider-requests.ts';
import css from './sign-in-page.module.css';

interface ProviderCardProps {
  readonly provider: SignInProvider;
  readonly onEdit: () => void;
}

export function ProviderCard({ provider, onEdit }: ProviderCardProps) {
  const heading = useId();
  const [isRemoving, setRemoving] = useState(false);
  const { id, displayName: name, issuer, isActive, callbackUrl, logsOut, afterLogoutUrl } = provider;
  const test = useTestProvider(id);
  const turn = useSwitchProvider(id);
  return (
    <Panel>
      <article aria-labelledby={heading} className={css['card']}>
        <div className={css['head']}>
          <div className={css['words']}>
            <h2 id={heading}>{name}</h2>
            <p className={css['soft']}>{issuer}</p>
          </div>
          <Switch
            aria-label={t`Sign in with ${name}`}
            checked={turn.isPending ? turn.variables : isActive}
            onChecked={(checked) => {
              if (!turn.isPending) turn.mutate(checked);
            }}
          />
        </div>
        {callbackUrl === null ? (
          <Note tone="warning">{t`The provider cannot send people back to this address. First set server.public_url to the public one.`}</Note>
        ) : (
          <CopyField label={t`Redirect address for the provider`} value={callbackUrl} />
        )}
        {logsOut && afterLogoutUrl !== null && (
          <CopyField label={t`Address after signing out, for the provider`} value={afterLogoutUrl} />
        )}
        <div role="status">
          {test.isSuccess && <Note tone="info">{t`The provider answers as expected.`}</Note>}
          {test.isError && <Note tone="danger">{problemSentence(test.error)}</Note>}
        </div>
        <div className={css['actions']}>
          <Button aria-label={t`Test: ${name}`} busy={test.isPending} onClick={() => test.mutate()}>{t`Test`}</Button>
          <Button icon="edit" aria-label={t`Edit: ${name}`} onClick={onEdit}>{t`Edit`}</Button>
          <Button
            look="quiet"
            icon="trash"
            aria-label={t`Delete: ${name}`}
            onClick={() => setRemoving(true)}
          >{t`Delete`}</Button>
        </div>
      </article>
      {isRemoving && <RemoveDialog provider={provider} onClose={() => setRemoving(false)} />}
    </Panel>
  );
}

interface RemoveDialogProps {
  readonly provider: SignInProvider;
  readonly onClose: () => void;
}

function RemoveDialog({ provider: { id, displayName: name }, onClose }: RemoveDialogProps) {
  const remove = useRemoveProvider(id, onClose);
  return (
    <Dialog
      title={t`Delete ${name}?`}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button
            look="danger"
            icon="trash"
            busy={remove.isPending}
            onClick={() => remove.mutate()}
          >{t`Delete`}</Button>
        </>
      }
    >
      <p>{t`Its sessions end, and accounts are unlinked. Accounts without a password need a password reset link.`}</p>
    </Dialog>
  );
}
