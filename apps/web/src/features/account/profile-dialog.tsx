import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { Profile } from '@lectern/contract';
import { useState } from 'react';
import { AddressField, CurrentPasswordField, NameField } from '#entities/user/account-fields.tsx';
import { useAccountChange } from '#entities/user/change-users.ts';
import { setupStatusQuery } from '#entities/user/queries.ts';
import { request } from '#lib/api.ts';
import { fieldProblems, generalProblem } from '#lib/problem.ts';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';

interface ProfileDialogProps {
  readonly account: Profile;
  readonly onClose: () => void;
}

/** Changes name or e-mail address after a password check. */
export function ProfileDialog({ account, onClose }: ProfileDialogProps) {
  const { data: status } = useQuery(setupStatusQuery());
  const [username, setUsername] = useState(account.username);
  const [email, setEmail] = useState(account.email);
  const [currentPassword, setCurrentPassword] = useState('');
  const change = useProfileChange(account, onClose);
  const problems = fieldProblems(change.error);
  return (
    <FormDialog
      title={t`Name and e-mail`}
      action={t`Save`}
      isBusy={change.isPending}
      problem={generalProblem(change.error)}
      onClose={onClose}
      onSubmit={() => change.mutate({ username: username.trim(), email: email.trim(), currentPassword })}
    >
      <NameField value={username} onText={setUsername} problem={problems['username']} />
      <AddressField
        value={email}
        onText={setEmail}
        problem={problems['email']}
        hint={
          status?.mailEnabled === true
            ? t`A new address is used once you follow the link in the mail sent to it.`
            : undefined
        }
      />
      <CurrentPasswordField value={currentPassword} onText={setCurrentPassword} problem={problems['currentPassword']} />
    </FormDialog>
  );
}

interface Wanted {
  readonly username: string;
  readonly email: string;
  readonly currentPassword: string;
}

/** Sends changed fields only. */
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
      pendingEmail === null ? t`Account saved` : t`Follow the link in the mail to ${pendingEmail}`,
    onDone,
    showsProblem: true,
  });
}
