import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { currentUserQuery, setupStatusQuery } from '#entities/user/queries.ts';
import { request } from '#lib/api.ts';
import { fieldProblems, problemSentence } from '#lib/problem.ts';
import { noteSession } from '#lib/session.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Button } from '#ui/button.tsx';
import { PasswordField, TextField } from '#ui/field.tsx';
import { Note } from '#ui/notice.tsx';
import css from './setup-page.module.css';

const MIN_PASSWORD = 8;

/** Name and password; making the account signs in. */
export function AccountStep() {
  useDocumentTitle('Welcome');
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [tooShort, setTooShort] = useState(false);
  const create = useCreateAccount();
  const problems = fieldProblems(create.error);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const short = password.length < MIN_PASSWORD;
    setTooShort(short);
    if (!short && !create.isPending) create.mutate({ username: username.trim(), password });
  };
  return (
    <form onSubmit={submit}>
      <h1>Welcome to Lectern</h1>
      <p className={css['lead']}>Make your account. You will manage this server with it.</p>
      {create.isError && Object.keys(problems).length === 0 && (
        <div className={css['problem']} role="alert">
          <Note tone="danger">{problemSentence(create.error)}</Note>
        </div>
      )}
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
        autoFocus
      />
      <PasswordField
        label="Password"
        name="password"
        value={password}
        onText={setPassword}
        problem={tooShort ? `Must have at least ${MIN_PASSWORD} characters` : problems['password']}
        hint={`${MIN_PASSWORD} characters or more; anything goes.`}
        autoComplete="new-password"
        required
        maxLength={256}
      />
      <div className={css['wide']}>
        <Button type="submit" look="primary" size="large" busy={create.isPending}>
          Create account
        </Button>
      </div>
    </form>
  );
}

function useCreateAccount() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: { username: string; password: string }) => request('initializeSetup', { body }),
    onSuccess: async (opened) => {
      noteSession(opened);
      await queryClient.invalidateQueries({ queryKey: setupStatusQuery().queryKey });
      await queryClient.query(currentUserQuery());
    },
  });
}
