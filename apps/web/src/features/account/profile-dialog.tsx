import { useQuery } from '@tanstack/react-query';
import type { Profile } from '@lectern/contract';
import { type SubmitEvent, useId, useState } from 'react';
import { useAccountChange } from '#entities/user/change-users.ts';
import { setupStatusQuery } from '#entities/user/queries.ts';
import { request } from '#lib/api.ts';
import { fieldProblems } from '#lib/problem.ts';
import { PasswordField, TextField } from '#ui/field.tsx';
import { AccountDialog } from './account-dialog.tsx';

interface ProfileDialogProps {
  readonly account: Profile;
  readonly onClose: () => void;
}

/** A new name or address; the password shows that the account is theirs who change it. */
export function ProfileDialog({ account, onClose }: ProfileDialogProps) {
  const formId = useId();
  const { data: status } = useQuery(setupStatusQuery());
  const [username, setUsername] = useState(account.username);
  const [email, setEmail] = useState(account.email);
  const [currentPassword, setCurrentPassword] = useState('');
  const change = useProfileChange(account, onClose);
  const problems = fieldProblems(change.error);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!change.isPending) change.mutate({ username: username.trim(), email: email.trim(), currentPassword });
  };
  return (
    <AccountDialog
      title="Name and e-mail"
      action="Save"
      formId={formId}
      change={change}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label="User name"
        name="username"
        value={username}
        onText={setUsername}
        problem={problems['username']}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={64}
      />
      <TextField
        label="E-mail"
        name="email"
        type="email"
        value={email}
        onText={setEmail}
        problem={problems['email']}
        hint={
          status?.mailEnabled === true ? 'A new address holds once you follow the link in the mail to it.' : undefined
        }
        autoComplete="email"
        maxLength={254}
      />
      <PasswordField
        label="Current password"
        name="current-password"
        value={currentPassword}
        onText={setCurrentPassword}
        problem={problems['currentPassword']}
        autoComplete="current-password"
        required
      />
    </AccountDialog>
  );
}

interface Wanted {
  readonly username: string;
  readonly email: string;
  readonly currentPassword: string;
}

/** Sends what is another than before. */
function useProfileChange(account: Profile, onDone: () => void) {
  return useAccountChange({
    change: async ({ username, email, currentPassword }: Wanted) =>
      request('patchProfile', {
        body: {
          currentPassword,
          ...(username === account.username ? {} : { username }),
          ...(email === account.email ? {} : { email }),
        },
      }),
    say: ({ pendingEmail }) =>
      pendingEmail === null ? 'Your account is changed' : `Follow the link in the mail to ${pendingEmail}`,
    onDone,
    showsProblem: true,
  });
}
