import { type SubmitEvent, useId, useState } from 'react';
import { useAccountChange } from '#entities/user/change-users.ts';
import { request } from '#lib/api.ts';
import { fieldProblems } from '#lib/problem.ts';
import { PasswordField } from '#ui/field.tsx';
import { Note } from '#ui/notice.tsx';
import { AccountDialog } from './account-dialog.tsx';

const MIN_PASSWORD = 8;

interface PasswordDialogProps {
  /** Tells password managers whose password it is. */
  readonly username: string;
  readonly onClose: () => void;
}

export function PasswordDialog({ username, onClose }: PasswordDialogProps) {
  const formId = useId();
  const [currentPassword, setCurrentPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const [tooShort, setTooShort] = useState(false);
  const change = useAccountChange({
    change: async () => request('changePassword', { body: { currentPassword, newPassword } }),
    say: () => 'You have a new password, and are signed out everywhere else',
    onDone: onClose,
    showsProblem: true,
  });
  const problems = fieldProblems(change.error);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const short = newPassword.length < MIN_PASSWORD;
    setTooShort(short);
    if (!short && !change.isPending) change.mutate(undefined);
  };
  return (
    <AccountDialog
      title="Change password"
      action="Change password"
      formId={formId}
      change={change}
      onClose={onClose}
      onSubmit={submit}
    >
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label="Current password"
        name="current-password"
        value={currentPassword}
        onText={setCurrentPassword}
        problem={problems['currentPassword']}
        autoComplete="current-password"
        required
      />
      <PasswordField
        label="New password"
        name="new-password"
        value={newPassword}
        onText={setNewPassword}
        problem={tooShort ? `Must have at least ${MIN_PASSWORD} characters` : problems['newPassword']}
        hint={`${MIN_PASSWORD} characters or more; anything goes.`}
        autoComplete="new-password"
        required
        maxLength={256}
      />
      <Note tone="info">
        Everywhere else you are signed out; here you stay. API keys go on working, apps that sign in with the password
        ask for the new one.
      </Note>
    </AccountDialog>
  );
}
