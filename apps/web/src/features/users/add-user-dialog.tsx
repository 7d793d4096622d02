import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AddressField, NameField, NewPasswordField } from '#entities/user/account-fields.tsx';
import { profileQuery } from '#entities/user/account-queries.ts';
import { useAccountChange } from '#entities/user/change-users.ts';
import { MIN_PASSWORD } from '#entities/user/new-password.ts';
import { request } from '#lib/api.ts';
import { fieldProblems, generalProblem } from '#lib/problem.ts';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { LibraryFields } from '#entities/user/library-fields.tsx';
import { type ChosenRole, RoleFields } from './role-fields.tsx';

interface AddUserDialogProps {
  readonly onClose: () => void;
  readonly onAdded: (userId: string) => void;
}

interface Draft extends ChosenRole {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  /** Undefined for the server default: as many as the creator may grant. */
  readonly libraryIds: readonly string[] | null | undefined;
}

const EMPTY: Draft = {
  username: '',
  email: '',
  password: '',
  role: 'reader',
  customRoleId: null,
  libraryIds: undefined,
};

const minimum = MIN_PASSWORD;
const FIRST_PASSWORD_HINT = plural(minimum, {
  one: '# character or more. The user can change it, or choose another one with a reset link.',
  other: '# characters or more. The user can change it, or choose another one with a reset link.',
});

export function AddUserDialog({ onClose, onAdded }: AddUserDialogProps) {
  const { data: profile } = useQuery(profileQuery());
  const [draft, setDraft] = useState(EMPTY);
  const change = (changed: Partial<Draft>) => setDraft({ ...draft, ...changed });
  const add = useAddUser(onAdded);
  const problems = fieldProblems(add.error);
  return (
    <FormDialog
      title={t`Add account`}
      action={t`Add`}
      wide
      isBusy={add.isPending}
      problem={generalProblem(add.error)}
      onClose={onClose}
      onSubmit={() => add.mutate(draft)}
    >
      <NameFields draft={draft} problems={problems} onChange={change} />
      <RoleFields value={draft} onValue={change} />
      {draft.role !== 'admin' && (
        <LibraryFields
          value={draft.libraryIds === undefined ? (profile?.libraryIds ?? null) : draft.libraryIds}
          onValue={(libraryIds) => change({ libraryIds })}
        />
      )}
    </FormDialog>
  );
}

interface NameFieldsProps {
  readonly draft: Draft;
  readonly problems: Readonly<Record<string, string>>;
  readonly onChange: (changed: Partial<Draft>) => void;
}

function NameFields({ draft, problems, onChange }: NameFieldsProps) {
  return (
    <>
      <NameField
        isForeign
        value={draft.username}
        onText={(username) => onChange({ username })}
        problem={problems['username']}
      />
      <AddressField
        isForeign
        label={t`E-mail (optional)`}
        value={draft.email}
        onText={(email) => onChange({ email })}
        problem={problems['email']}
      />
      <NewPasswordField
        label={t`First password`}
        name="new-password"
        hint={FIRST_PASSWORD_HINT}
        value={draft.password}
        onText={(password) => onChange({ password })}
        problem={problems['password']}
      />
    </>
  );
}

function useAddUser(onAdded: (userId: string) => void) {
  return useAccountChange({
    change: async ({ username, email, password, role, customRoleId, libraryIds }: Draft) =>
      request('createUser', {
        body: {
          username: username.trim(),
          email: email.trim(),
          password,
          ...(customRoleId === null ? { role } : { customRoleId }),
          ...(libraryIds === undefined || role === 'admin'
            ? {}
            : { libraryIds: libraryIds === null ? null : [...libraryIds] }),
        },
      }),
    say: ({ username }) => t`Account of ${username} added`,
    onDone: ({ id }) => onAdded(id),
    showsProblem: true,
  });
}
