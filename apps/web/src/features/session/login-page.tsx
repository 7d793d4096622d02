import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { currentUserQuery } from '#entities/user/queries.ts';
import { hasStatus, request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Button } from '#ui/button.tsx';
import { PasswordField, TextField } from '#ui/field.tsx';
import { Note } from '#ui/notice.tsx';
import css from './login-page.module.css';

interface LoginPageProps {
  /** Called once the session holds. */
  readonly onSignedIn: () => void;
}

export function LoginPage({ onSignedIn }: LoginPageProps) {
  useDocumentTitle('Sign in');
  const queryClient = useQueryClient();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    mutationFn: async () => {
      await request('login', { body: { username: username.trim(), password } });
      queryClient.clear();
      await queryClient.query(currentUserQuery());
    },
    onSuccess: onSignedIn,
    meta: { expects401: true },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!signIn.isPending) signIn.mutate();
  };
  return (
    <main id="main" className={css['page']}>
      <form className={css['card']} onSubmit={submit}>
        <img src="/icon.svg" alt="" width={56} height={56} />
        <h1>Sign in to Lectern</h1>
        <div role="alert" className={css['problem']}>
          {signIn.isError && <Note tone="danger">{reasonFor(signIn.error)}</Note>}
        </div>
        <TextField
          label="User name or e-mail"
          name="username"
          value={username}
          onText={setUsername}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          autoFocus
        />
        <PasswordField
          label="Password"
          name="password"
          value={password}
          onText={setPassword}
          autoComplete="current-password"
          required
        />
        <Button type="submit" look="primary" size="large" busy={signIn.isPending}>
          Sign in
        </Button>
        <p className={css['help']}>Forgot your password? An administrator of this server can set a new one.</p>
      </form>
    </main>
  );
}

function reasonFor(error: unknown): string {
  if (hasStatus(error, 401)) return 'This name and password do not go together. Check both and try again.';
  if (hasStatus(error, 429)) return 'Too many tries with this name. Wait a few minutes, then try again.';
  return problemSentence(error);
}
