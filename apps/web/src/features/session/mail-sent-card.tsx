import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { AuthCard } from './auth-card.tsx';

export function MailSentCard({ email }: { readonly email: string }) {
  const resend = useMutation({ mutationFn: async () => request('resendVerification', { body: { email } }) });
  return (
    <AuthCard
      title={t`Check your mail`}
      lead={
        <Trans>
          A link is on its way to <strong>{email}</strong>. Follow it within a day, then sign in. Check your spam folder
          too.
        </Trans>
      }
      problem={
        <>
          {resend.isError && <Note tone="danger">{problemSentence(resend.error)}</Note>}
          {resend.isSuccess && (
            <Note tone="info">{t`A new mail is on its way, if this address still has to be confirmed.`}</Note>
          )}
        </>
      }
      links={<Link to="/login">{t`Sign in`}</Link>}
    >
      <Button icon="mail" busy={resend.isPending} onClick={() => resend.mutate()}>{t`Send it again`}</Button>
    </AuthCard>
  );
}
