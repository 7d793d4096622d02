import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { CurrentPasswordField, NewPasswordField, RevokeKeysField } from '#entities/user/account-fields.tsx';
import { useAccountChange } from '#entities/user/change-users.ts';
import { useNewPassword } from '#entities/user/new-password.ts';
import { request } from '#lib/api.ts';
import { fieldProblems, generalProblem } from '#lib/problem.ts';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { Note } from '#ui/feedback/notice.tsx';

interface PasswordDialogProps {
  /** Tells password managers which account the password belongs to. */
  readonly username: string;
  readonly onClose: () => void;
}

export function PasswordDialog({ username, onClose }: PasswordDialogProps) {
  const [currentPassword, setCurrentPassword] = useState('');
  const [revokeApiKeys, setRevokeApiKeys] = useState(false);
  const { password: newPassword, setPassword, check, problem } = useNewPassword();
  const change = useAccountChange({
    change: async () => request('changePassword', { body: { currentPassword, newPassword, revokeApiKeys } }),
    say: () => t`Password changed. You are signed out everywhere else.`,
    onDone: onClose,
    showsProblem: true,
  });
  const problems = fieldProblems(change.error);
  return (
    <FormDialog
      title={t`Change password`}
      action={t`Change password`}
      isBusy={change.isPending}
      problem={generalProblem(change.error)}
      onClose={onClose}
      onSubmit={() => {
        if (check()) change.mutate(undefined);
      }}
    >
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <CurrentPasswordField value={currentPassword} onText={setCurrentPassword} problem={problems['currentPassword']} />
      <NewPasswordField
        label={t`New password`}
        name="new-password"
        value={newPassword}
        onText={setPassword}
        problem={problem ?? problems['newPassword']}
      />
      <RevokeKeysField checked={revokeApiKeys} onChecked={setRevokeApiKeys} />
      <Note tone="info">{t`You stay signed in here, and are signed out everywhere else. Apps that use your password will ask for the new one.`}</Note>
    </FormDialog>
  );
}
