import { t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { NameField, NewPasswordField } from '#entities/user/account-fields.tsx';
import { useNewPassword } from '#entities/user/new-password.ts';
import { currentUserQuery, setupStatusQuery } from '#entities/user/queries.ts';
import { request } from '#lib/api.ts';
import { fieldProblems, problemSentence } from '#lib/problem.ts';
import { storeSession } from '#lib/session.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { TextField } from '#ui/controls/field.tsx';
import { Button } from '#ui/controls/button.tsx';
import { BusyNote } from '#ui/feedback/busy-note.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import css from './setup-page.module.css';

/** Creates the first account and signs in. */
export function AccountStep() {
  useDocumentTitle(t`Welcome`);
  const [username, setUsername] = useState('');
  const { password, setPassword, check, problem } = useNewPassword();
  const [setupCode, setSetupCode] = useState('');
  const { data: status } = useQuery(setupStatusQuery());
  const asksCode = status?.setupCodeRequired === true;
  const create = useCreateAccount();
  const problems = fieldProblems(create.error);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (check() && !create.isPending) {
      create.mutate({ username: username.trim(), password, ...(asksCode ? { setupCode } : {}) });
    }
  };
  return (
    <form onSubmit={submit}>
      <h1>{t`Welcome to Lectern`}</h1>
      <p className={css['lead']}>{t`Make your account. You will manage this server with it.`}</p>
      {create.isError && Object.keys(problems).length === 0 && (
        <div className={css['problem']} role="alert">
          <Note tone="danger">{problemSentence(create.error)}</Note>
        </div>
      )}
      <BusyNote busy={create.isPending} />
      <NameField value={username} onText={setUsername} problem={problems['username']} autoFocus />
      <NewPasswordField value={password} onText={setPassword} problem={problem ?? problems['password']} />
      {asksCode && (
        <TextField
          label={t`Setup code`}
          name="setup-code"
          value={setupCode}
          onText={setSetupCode}
          problem={problems['setupCode']}
          hint={t`The server shows it when it starts: on its console, or in its log (docker logs).`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          maxLength={20}
        />
      )}
      <div className={css['wide']}>
        <Button type="submit" look="primary" size="large" busy={create.isPending}>{t`Create account`}</Button>
      </div>
    </form>
  );
}

function useCreateAccount() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: { username: string; password: string; setupCode?: string }) =>
      request('initializeSetup', { body }),
    onSuccess: async (opened) => {
      storeSession(opened);
      await queryClient.invalidateQueries({ queryKey: setupStatusQuery().queryKey });
      await queryClient.query(currentUserQuery());
    },
  });
}
