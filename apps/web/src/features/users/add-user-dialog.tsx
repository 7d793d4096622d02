import { useQuery } from '@tanstack/react-query';
import type { Role } from '@lectern/contract';
import { type SubmitEvent, useId, useState } from 'react';
import { profileQuery } from '#entities/user/account-queries.ts';
import { useAccountChange } from '#entities/user/change-users.ts';
import { request } from '#lib/api.ts';
import { fieldProblems, problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { PasswordField, TextField } from '#ui/field.tsx';
import { Note } from '#ui/notice.tsx';
import { LibraryFields } from './library-fields.tsx';
import { RoleFields } from './role-fields.tsx';

interface AddUserDialogProps {
  readonly onClose: () => void;
  readonly onAdded: (userId: string) => void;
}

interface Draft {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly role: Role;
  /** Undefined for as many as the one who adds may give, which is what the server does. */
  readonly libraryIds: readonly string[] | null | undefined;
}

const EMPTY: Draft = { username: '', email: '', password: '', role: 'reader', libraryIds: undefined };

/** The form for another account. */
export function AddUserDialog({ onClose, onAdded }: AddUserDialogProps) {
  const formId = useId();
  const { data: profile } = useQuery(profileQuery());
  const [draft, setDraft] = useState(EMPTY);
  const change = (changed: Partial<Draft>) => setDraft({ ...draft, ...changed });
  const add = useAddUser(onAdded);
  const problems = fieldProblems(add.error);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!add.isPending) add.mutate(draft);
  };
  return (
    <Dialog
      title="Add somebody"
      open
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Leave it</Button>
          <Button type="submit" form={formId} look="primary" busy={add.isPending}>
            Add
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <NameFields draft={draft} problems={problems} onChange={change} />
        <RoleFields value={draft.role} onValue={(role) => change({ role })} />
        {draft.role !== 'admin' && (
          <LibraryFields
            value={draft.libraryIds === undefined ? (profile?.libraryIds ?? null) : draft.libraryIds}
            onValue={(libraryIds) => change({ libraryIds })}
          />
        )}
        {add.isError && Object.keys(problems).length === 0 && (
          <div role="alert">
            <Note tone="danger">{problemSentence(add.error)}</Note>
          </div>
        )}
      </form>
    </Dialog>
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
      <TextField
        label="User name"
        name="new-username"
        value={draft.username}
        onText={(username) => onChange({ username })}
        problem={problems['username']}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={64}
      />
      <TextField
        label="E-mail, if known"
        name="new-email"
        type="email"
        value={draft.email}
        onText={(email) => onChange({ email })}
        problem={problems['email']}
        autoComplete="off"
        maxLength={254}
      />
      <PasswordField
        label="First password"
        name="new-password"
        value={draft.password}
        onText={(password) => onChange({ password })}
        problem={problems['password']}
        hint="8 characters or more. They can change it, or choose their own by a link that you give them."
        autoComplete="new-password"
        required
        minLength={8}
        maxLength={256}
      />
    </>
  );
}

function useAddUser(onAdded: (userId: string) => void) {
  return useAccountChange({
    change: async ({ username, email, password, role, libraryIds }: Draft) =>
      request('createUser', {
        body: {
          username: username.trim(),
          email: email.trim(),
          password,
          role,
          ...(libraryIds === undefined || role === 'admin'
            ? {}
            : { libraryIds: libraryIds === null ? null : [...libraryIds] }),
        },
      }),
    say: ({ username }) => `${username} has an account`,
    onDone: ({ id }) => onAdded(id),
    showsProblem: true,
  });
}
