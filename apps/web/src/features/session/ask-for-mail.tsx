import { t } from '@lingui/core/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { setupStatusQuery } from '#entities/user/queries.ts';
import { request } from '#lib/api.ts';
import { fieldProblems, problemSentence } from '#lib/problem.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { Button } from '#ui/controls/button.tsx';
import { TextField } from '#ui/controls/field.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { AuthCard, AuthForm } from './auth-card.tsx';

interface AskForMailProps {
  readonly title: string;
  readonly lead: string;
  /** Kind of mail. */
  readonly route: 'forgotPassword' | 'resendVerification';
  /** Advice for a server without mail. */
  readonly without: string;
}

/** Requests a mail to an address; never reveals whether an account has it. */
export function AskForMail({ title, lead, route, without }: AskForMailProps) {
  const status = useQuery(setupStatusQuery());
  const links = <Link to="/login">{t`Sign in`}</Link>;
  return (
    <QueryBoundary query={status} loading={<AuthCard title={title} />}>
      {({ mailEnabled }) =>
        mailEnabled ? (
          <AddressForm title={title} lead={lead} route={route} />
        ) : (
          <AuthCard title={title} lead={without} links={links} />
        )
      }
    </QueryBoundary>
  );
}

function AddressForm({ title, lead, route }: Omit<AskForMailProps, 'without'>) {
  const [email, setEmail] = useState('');
  const ask = useMutation({ mutationFn: async () => request(route, { body: { email: email.trim() } }) });
  const problems = fieldProblems(ask.error);
  const isGeneral = ask.isError && problems['email'] === undefined;
  const links = <Link to="/login">{t`Sign in`}</Link>;
  if (ask.isSuccess) {
    return (
      <AuthCard
        title={t`Check your mail`}
        lead={t`If this address belongs to an account, a mail is on its way to it. Check your spam folder too.`}
        links={links}
      >
        <Button onClick={() => ask.reset()}>{t`Use another address`}</Button>
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title={title}
      lead={lead}
      problem={isGeneral && <Note tone="danger">{problemSentence(ask.error)}</Note>}
      links={links}
    >
      <AuthForm busy={ask.isPending} onSubmit={() => ask.mutate()}>
        <TextField
          label={t`E-mail`}
          name="email"
          type="email"
          value={email}
          onText={setEmail}
          problem={problems['email']}
          autoComplete="email"
          required
          maxLength={254}
          autoFocus
        />
        <Button type="submit" look="primary" size="large" busy={ask.isPending}>{t`Send me a link`}</Button>
      </AuthForm>
    </AuthCard>
  );
}
