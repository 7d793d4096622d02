import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { brandingQuery } from '#entities/user/branding.ts';
import { type FactorAsked, readFactorAsked } from '#entities/factor/read-asked.ts';
import { hasPasskeys } from '#entities/factor/has-passkeys.ts';
import { currentUserQuery, setupStatusQuery } from '#entities/user/queries.ts';
import { describeRefusal, signInWaysQuery } from '#entities/user/sign-in-elsewhere.ts';
import { hasStatus, request } from '#lib/api.ts';
import { fieldProblems, problemSentence } from '#lib/problem.ts';
import { type OpenedSession, storeSession } from '#lib/session.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Button } from '#ui/controls/button.tsx';
import { PasswordField, TextField } from '#ui/controls/field.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { AuthCard, AuthForm } from './auth-card.tsx';
import { GuestDoor } from './guest-door.tsx';
import { LazyFactorStep, LazyPasskeyDoor } from './lazy-factor-step.tsx';
import { OtherWays } from './other-ways.tsx';

interface LoginPageProps {
  /** Path of the page to open afterwards. */
  readonly next: string;
  /** Why a sign-in at a provider was refused, or the last visit ended. */
  readonly refused: string | undefined;
  /** The second factor that a sign-in at a provider still lacks. */
  readonly missing: FactorAsked | undefined;
  /** Called once the session exists. */
  readonly onSignedIn: () => void;
  /** Called once a visitor may read without an account. */
  readonly onGuest: () => void;
}

export function LoginPage({ next, refused, missing, onSignedIn, onGuest }: LoginPageProps) {
  useDocumentTitle(t`Sign in`);
  const enter = useEnter(onSignedIn);
  const [asked, setAsked] = useState(missing);
  const { data: branding } = useQuery(brandingQuery());
  const name = branding?.applicationName ?? 'Lectern';
  const { data: ways } = useQuery(signInWaysQuery());
  const [usesPassword, setUsesPassword] = useState(false);
  const [problem, setProblem] = useState<ReactNode>(
    refused === undefined ? undefined : <Note tone="warning">{describeRefusal(refused)}</Note>,
  );
  if (asked !== undefined) {
    return <LazyFactorStep asked={asked} onOpened={enter} onBack={() => setAsked(undefined)} />;
  }
  return (
    <AuthCard title={t`Sign in to ${name}`} problem={problem} links={<Ways />}>
      {ways?.passwordEnabled === false && !usesPassword ? (
        <Button look="quiet" onClick={() => setUsesPassword(true)}>{t`Sign in as the emergency admin`}</Button>
      ) : (
        <PasswordForm onProblem={setProblem} onAsked={setAsked} onOpened={enter} />
      )}
      {ways?.passwordEnabled !== false && hasPasskeys() && <LazyPasskeyDoor onOpened={enter} />}
      {ways !== undefined && <OtherWays ways={ways} next={next} onAsked={setAsked} onOpened={enter} />}
      <GuestDoor onEntered={onGuest} />
    </AuthCard>
  );
}

interface PasswordFormProps {
  readonly onProblem: (problem: ReactNode) => void;
  /** Called when a second factor is missing. */
  readonly onAsked: (asked: FactorAsked) => void;
  readonly onOpened: (opened: OpenedSession) => Promise<void>;
}

function PasswordForm({ onProblem, onAsked, onOpened }: PasswordFormProps) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    mutationFn: async () => onOpened(await request('login', { body: { username: username.trim(), password } })),
    onMutate: () => onProblem(undefined),
    onError: (error) => {
      const asked = readFactorAsked(error);
      if (asked === undefined) onProblem(<Refusal error={error} />);
      else onAsked(asked);
    },
    meta: { expects401: true },
  });
  return (
    <AuthForm busy={signIn.isPending} onSubmit={() => signIn.mutate()}>
      <TextField
        label={t`User name or e-mail`}
        name="username"
        value={username}
        onText={setUsername}
        autoComplete={hasPasskeys() ? 'username webauthn' : 'username'}
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
