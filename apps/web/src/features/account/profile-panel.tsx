import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Profile } from '@lectern/contract';
import { useState } from 'react';
import { setupStatusQuery } from '#entities/user/queries.ts';
import { request } from '#lib/api.ts';
import { formatDay } from '#lib/format.ts';
import { problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { Facts } from '#ui/layout/facts.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { Panel } from '#ui/layout/page.tsx';
import { showToast } from '#ui/feedback/toast.tsx';
import css from './account-page.module.css';
import { PasswordDialog } from './password-dialog.tsx';
import { ProfileDialog } from './profile-dialog.tsx';

export function ProfilePanel({ account }: { readonly account: Profile }) {
  const [dialog, setDialog] = useState<'profile' | 'password'>();
  const close = () => setDialog(undefined);
  const { username, email, createdAt } = account;
  return (
    <Panel title={t`Account`}>
      <Facts
        rows={[
          [t`User name`, username],
          [t`E-mail`, email === '' ? t({ message: 'None', context: 'e-mail' }) : email],
          [t`Member since`, formatDay(createdAt)],
        ]}
      />
      <Unconfirmed account={account} />
      {account.hasPassword ? (
        <div className={css['buttons']}>
          <Button icon="edit" onClick={() => setDialog('profile')}>{t`Change name or e-mail`}</Button>
          <Button icon="key" onClick={() => setDialog('password')}>{t`Change password`}</Button>
        </div>
      ) : (
        <WithoutPassword account={account} />
      )}
      {dialog === 'profile' && <ProfileDialog account={account} onClose={close} />}
      {dialog === 'password' && <PasswordDialog username={username} onClose={close} />}
    </Panel>
  );
}

/** How an account that only a provider opens comes to a password. Child profiles never have one. */
function WithoutPassword({ account: { email, parentId } }: { readonly account: Profile }) {
  const { data: status } = useQuery(setupStatusQuery());
  const send = useMutation({
    mutationFn: async () => request('forgotPassword', { body: { email } }),
    onSuccess: () => showToast(t`Mail sent to ${email}`),
    onError: (error) => showToast(problemSentence(error)),
  });
  if (status === undefined || parentId !== null) return null;
  const canSend = status.mailEnabled && email !== '';
  return (
    <div className={css['note']}>
      <Note
        tone="info"
        action={
          canSend && (
            <Button icon="mail" busy={send.isPending} onClick={() => send.mutate()}>{t`Send link by mail`}</Button>
          )
        }
      >
        {canSend
          ? t`This account has no password. Set one by a link to change its name or e-mail.`
          : t`This account has no password. To change its name or e-mail, ask an admin.`}
      </Note>
    </div>
  );
}

/** Unconfirmed address. Hidden when the server cannot send mail, since it can never be confirmed then. */
function Unconfirmed({ account }: { readonly account: Profile }) {
  const { data: status } = useQuery(setupStatusQuery());
  const { email, emailVerified, pendingEmail } = account;
  const waiting = pendingEmail ?? (emailVerified || email === '' ? undefined : email);
  const send = useMutation({
    mutationFn: async (address: string) => request('resendVerification', { body: { email: address } }),
    onSuccess: (_, address) => showToast(t`Mail sent to ${address}`),
    onError: (error) => showToast(problemSentence(error)),
  });
  if (waiting === undefined || status?.mailEnabled !== true) return null;
  return (
    <div className={css['note']}>
      <Note
        tone="warning"
        action={
          <Button icon="mail" busy={send.isPending} onClick={() => send.mutate(waiting)}>{t`Send mail again`}</Button>
        }
      >
        {pendingEmail === null ? (
          t`This address is not confirmed yet. Password reset links may not reach you.`
        ) : (
          <Trans>
            <strong>{pendingEmail}</strong> replaces the old address once you follow the link in the mail sent there.
          </Trans>
        )}
      </Note>
    </div>
  );
}
