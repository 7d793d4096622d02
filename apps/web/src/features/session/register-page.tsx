import { t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { AddressField, NameField, NewPasswordField } from '#entities/user/account-fields.tsx';
import { brandingQuery } from '#entities/user/branding.ts';
import { useNewPassword } from '#entities/user/new-password.ts';
import { currentUserQuery, setupStatusQuery } from '#entities/user/queries.ts';
import { hasStatus, request } from '#lib/api.ts';
import { fieldProblems, problemSentence } from '#lib/problem.ts';
import { storeSession } from '#lib/session.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { AuthCard, AuthForm } from './auth-card.tsx';
import { MailSentCard } from './mail-sent-card.tsx';

interface RegisterPageProps {
  /** Called once the new account is signed in. */
  readonly onSignedIn: () => void;
}

/** Self-registration, where the server allows it. */
export function RegisterPage({ onSignedIn }: RegisterPageProps) {
  useDocumentTitle(t`Create an account`);
  const status = useQuery(setupStatusQuery());
  return (
    <QueryBoundary query={status} loading={<AuthCard title={t`Create an account`} />}>
      {({ registrationEnabled, verificationRequired, mailEnabled }) => {
        if (!registrationEnabled) return <Closed text={t`An admin of this server can create one for you.`} />;
        if (verificationRequired && !mailEnabled) {
          return (
            <Closed text={t`This server must confirm your address but cannot send mail. Ask an admin for help.`} />
          );
        }
        return <RegisterForm needsAddress={verificationRequired} onSignedIn={onSignedIn} />;
      }}
    </QueryBoundary>
  );
}

/** The account is there, and signs in with a second factor, which is set up next. */
function Ready() {
  return (
    <AuthCard
      title={t`Your account is ready`}
      lead={t`Sign in to set up your second factor.`}
      links={<Link to="/login">{t`Sign in`}</Link>}
    />
  );
}

interface JoinPageProps extends RegisterPageProps {
  /** Token of the link; empty without one. */
  readonly token: string;
}

/** Target of an invitation link. */
export function JoinPage({ token, onSignedIn }: JoinPageProps) {
  useDocumentTitle(t`Create an account`);
  const status = useQuery(setupStatusQuery());
  const invitation = useQuery({
    queryKey: ['checkInvitation', token],
    queryFn: async ({ signal }) => request('checkInvitation', { body: { token }, signal }),
    enabled: token !== '',
    // An invitation is used up by the account that this page makes.
    refetchOnWindowFocus: false,
  });
  if (token === '' || hasStatus(invitation.error, 400)) return <BadInvitation />;
  return (
    <QueryBoundary query={invitation} loading={<AuthCard title={t`Create an account`} />}>
      {() => (
        <RegisterForm
          needsAddress={status.data?.verificationRequired === true}
          invitation={token}
          onSignedIn={onSignedIn}
        />
      )}
    </QueryBoundary>
  );
}

function BadInvitation() {
  const lead = t`An invitation ends with its time or when it is used. Ask for a new one.`;
  return <AuthCard title={t`This link no longer works`} lead={lead} links={<Link to="/login">{t`Sign in`}</Link>} />;
}

function Closed({ text }: { readonly text: string }) {
  return (
    <AuthCard title={t`You cannot create an account here`} lead={text} links={<Link to="/login">{t`Sign in`}</Link>} />
  );
}

interface RegisterFormProps extends RegisterPageProps {
  /** The e-mail address must be confirmed before the first login. */
  readonly needsAddress: boolean;
  /** Token of an invitation. */
  readonly invitation?: string;
}

function RegisterForm({ needsAddress, invitation, onSignedIn }: RegisterFormProps) {
  const title = useTitle();
  const [username, setUsername] = useState('');
  const [email, setEmail] = useState('');
  const { password, setPassword, check, problem } = useNewPassword();
  const register = useRegister(invitation, onSignedIn);
  const problems = fieldProblems(register.error);
  if (problems['token'] !== undefined) return <BadInvitation />;
  if (register.data?.user === null) return needsAddress ? <MailSentCard email={email} /> : <Ready />;
  const submit = () => {
    if (check()) register.mutate({ username: username.trim(), email: email.trim(), password });
  };
  const isGeneral = register.isError && Object.keys(problems).length === 0;
  const lead = needsAddress ? t`You will get a mail with a link. Follow it, then sign in.` : undefined;
  return (
    <AuthCard
      title={title}
      lead={lead}
      problem={isGeneral && <Note tone="danger">{problemSentence(register.error)}</Note>}
      links={<Link to="/login">{t`I have an account`}</Link>}
    >
      <AuthForm busy={register.isPending} onSubmit={submit}>
        <NameField value={username} onText={setUsername} problem={problems['username']} autoFocus />
        <AddressField
          label={needsAddress ? t`E-mail` : t`E-mail (optional)`}
          value={email}
          onText={setEmail}
          problem={problems['email']}
          required={needsAddress}
        />
        <NewPasswordField value={password} onText={setPassword} problem={problem ?? problems['password']} />
        <Button type="submit" look="primary" size="large" busy={register.isPending}>{t`Create account`}</Button>
      </AuthForm>
    </AuthCard>
  );
}

function useTitle(): string {
  const { data: branding } = useQuery(brandingQuery());
  const name = branding?.applicationName ?? 'Lectern';
  return t`Create an account at ${name}`;
}

function useRegister(token: string | undefined, onSignedIn: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: { username: string; email: string; password: string }) => {
      const registered =
        token === undefined
          ? await request('register', { body })
          : await request('acceptInvitation', { body: { ...body, token } });
      const { user, expires_in: seconds } = registered;
      if (user === null || seconds === null) return registered;
      storeSession({ ...registered, user, expires_in: seconds });
      queryClient.clear();
      await queryClient.query(currentUserQuery());
      return registered;
    },
    onSuccess: ({ user }) => {
      if (user !== null) onSignedIn();
    },
  });
}
