import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { brandingQuery } from '#entities/user/branding.ts';
import { type FactorAsked, readFactorAsked } from '#entities/factor/read-asked.ts';
import { hasPasskeys } from '#entities/factor/has-passkeys.ts';
import { currentUserQuery, setupStatusQuery } from '#entities/user/queries.ts';
import { hasStatus, request } from '#lib/api.ts';
import { fieldProblems, problemSentence } from '#lib/problem.ts';
import { type OpenedSession, storeSession } from '#lib/session.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Button } from '#ui/controls/button.tsx';
import { PasswordField, TextField } from '#ui/controls/field.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { AuthCard, AuthForm } from './auth-card.tsx';
import { LazyFactorStep, LazyPasskeyDoor } from './lazy-factor-step.tsx';

interface LoginPageProps {
  /** Called once the session exists. */
  readonly onSignedIn: () => void;
}

export function LoginPage({ onSignedIn }: LoginPageProps) {
  useDocumentTitle(t`Sign in`);
  const enter = useEnter(onSignedIn);
  const [asked, setAsked] = useState<FactorAsked>();
  const { data: branding } = useQuery(brandingQuery());
  const name = branding?.applicationName ?? 'Lectern';
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    mutationFn: async () => enter(await request('login', { body: { username: username.trim(), password } })),
    onError: (error) => setAsked(readFactorAsked(error)),
    meta: { expects401: true },
  });
  if (asked !== undefined) {
    const begin = () => {
      setAsked(undefined);
      signIn.reset();
    };
    return <LazyFactorStep asked={asked} onOpened={enter} onBack={begin} />;
  }
  return (
    <AuthCard
      title={t`Sign in to ${name}`}
      problem={signIn.isError && <Refusal error={signIn.error} />}
      links={<Ways />}
    >
      <AuthForm busy={signIn.isPending} onSubmit={() => signIn.mutate()}>
        <TextField
          label={t`User name or e-mail`}
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
          label={t`Password`}
          name="password"
          value={password}
          onText={setPassword}
          autoComplete="current-password"
          required
        />
        <Button type="submit" look="primary" size="large" busy={signIn.isPending}>{t`Sign in`}</Button>
      </AuthForm>
      {hasPasskeys() && <LazyPasskeyDoor onOpened={enter} />}
    </AuthCard>
  );
}

/** Stores an opened session, and goes on. */
function useEnter(onSignedIn: () => void) {
  const queryClient = useQueryClient();
  return async (opened: OpenedSession): Promise<void> => {
    storeSession(opened);
    queryClient.clear();
    await queryClient.query(currentUserQuery());
    onSignedIn();
  };
}

/** Links to the features this server has enabled. */
function Ways() {
  const { data: status } = useQuery(setupStatusQuery());
  if (status === undefined) return null;
  return (
    <>
      {status.mailEnabled ? (
        <Link to="/forgot-password">{t`Forgot your password?`}</Link>
      ) : (
        <p>{t`Forgot your password? An admin of this server can give you a link to choose a new one.`}</p>
      )}
      {status.registrationEnabled && <Link to="/register">{t`Create an account`}</Link>}
    </>
  );
}

function Refusal({ error }: { readonly error: Error }) {
  if (hasStatus(error, 401) && fieldProblems(error)['email'] !== undefined) {
    return (
      <Note tone="warning">
        <Trans>
          Confirm your e-mail address first: follow the link in the mail sent to you.{' '}
          <Link to="/verify-email">Send it again</Link>
        </Trans>
      </Note>
    );
  }
  return <Note tone="danger">{reasonFor(error)}</Note>;
}

function reasonFor(error: unknown): string {
  if (hasStatus(error, 401)) return t`The user name or password is wrong. Check both and try again.`;
  if (hasStatus(error, 429))
    return t`Too many failed attempts with this name or from your network. Wait a few minutes, then try again.`;
  return problemSentence(error);
}
