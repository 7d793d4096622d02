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
      title="Look at your mail"
      lead={
        <>
          A link is on its way to <strong>{email}</strong>. Follow it within a day, then you can sign in. It may have
          ended up among the unwanted mail.
        </>
      }
      problem={
        <>
          {resend.isError && <Note tone="danger">{problemSentence(resend.error)}</Note>}
          {resend.isSuccess && <Note tone="info">{resend.data.message}.</Note>}
        </>
      }
      links={<Link to="/login">Sign in</Link>}
    >
      <Button icon="mail" busy={resend.isPending} onClick={() => resend.mutate()}>
        Send it again
      </Button>
    </AuthCard>
  );
}
