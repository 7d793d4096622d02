import { t } from '@lingui/core/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { UserDetail } from '@lectern/contract';
import { useState } from 'react';
import { RevokeKeysField } from '#entities/user/account-fields.tsx';
import { useAccountChange } from '#entities/user/change-users.ts';
import { PASSWORD_HINT } from '#entities/user/new-password.ts';
import { setupStatusQuery } from '#entities/user/queries.ts';
import { request } from '#lib/api.ts';
import { serverAddress } from '#lib/base-path.ts';
import { formatTime } from '#lib/format.ts';
import { fieldProblems, generalProblem, problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { CopyField } from '#ui/controls/copy-field.tsx';
import { PasswordField } from '#ui/controls/field.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { showToast } from '#ui/feedback/toast.tsx';
import css from './user-page.module.css';

interface ResetLinkSectionProps {
  readonly user: UserDetail;
  /** Sets the password by hand. */
  readonly onSet: () => void;
}

/** Ways to a new password; those that keep it secret from the admin come first. */
export function ResetLinkSection({ user, onSet }: ResetLinkSectionProps) {
  const { username, email } = user;
  const { data: status } = useQuery(setupStatusQuery());
  const make = useMutation({
    mutationFn: async () => request('createResetLink', { params: { id: user.id } }),
    onError: (error) => showToast(problemSentence(error)),
  });
  const send = useMutation({
    mutationFn: async () => request('forgotPassword', { body: { email } }),
    onSuccess: () => showToast(t`Link sent to ${email}`),
    onError: (error) => showToast(problemSentence(error)),
  });
  const time = make.data === undefined ? '' : formatTime(Date.parse(make.data.expiresAt));
  return (
    <>
      <p
        className={css['lead']}
      >{t`With a link, ${username} can choose a new password that only they know. The old one works until then.`}</p>
      {make.data !== undefined && (
        <>
          <CopyField label={t`Password reset link`} value={absolute(make.data.url)} />
          <Note tone="warning">{t`Give this link only to ${username}. It works once, until ${time}.`}</Note>
        </>
      )}
      <div className={css['buttons']}>
        <Button icon="key" busy={make.isPending} onClick={() => make.mutate()}>{t`Create link`}</Button>
        {status?.mailEnabled === true && email !== '' && (
          <Button icon="mail" busy={send.isPending} onClick={() => send.mutate()}>{t`Send link by mail`}</Button>
        )}
        <Button look="quiet" onClick={onSet}>{t`Set password`}</Button>
      </div>
    </>
  );
}

/** Without a public URL the address of this page is the best guess. */
function absolute(url: string): string {
  return url.startsWith('/') ? serverAddress() + url : url;
}

interface NewPasswordDialogProps {
  readonly user: UserDetail;
  readonly onClose: () => void;
}

export function NewPasswordDialog({ user, onClose }: NewPasswordDialogProps) {
  const { id, username } = user;
  const [password, setPassword] = useState('');
  const [revokeApiKeys, setRevokeApiKeys] = useState(false);
  const save = useAccountChange({
    change: async () => request('patchUser', { params: { id }, body: { password, revokeApiKeys } }),
    say: () => t`Password of ${username} changed`,
    onDone: onClose,
    showsProblem: true,
  });
  return (
    <FormDialog
      title={t`New password for ${username}`}
      action={t`Save password`}
      isBusy={save.isPending}
      problem={generalProblem(save.error, (path) => path === 'password')}
      onClose={onClose}
      onSubmit={() => save.mutate(undefined)}
    >
      <PasswordField
        label={t`New password`}
        name="set-password"
        value={password}
        onText={setPassword}
        problem={fieldProblems(save.error)['password']}
        hint={PASSWORD_HINT}
        autoComplete="new-password"
        required
        minLength={8}
        maxLength={256}
      />
      <RevokeKeysField checked={revokeApiKeys} onChecked={setRevokeApiKeys} />
      <Note tone="info">{t`${username} will be signed out everywhere.`}</Note>
    </FormDialog>
  );
}
