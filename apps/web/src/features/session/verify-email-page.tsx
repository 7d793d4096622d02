import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { hasStatus, request } from '#lib/api.ts';
import { describeProblem } from '#lib/problem.ts';
import { hasSession } from '#lib/session.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { AskForMail } from './ask-for-mail.tsx';
import { AuthCard } from './auth-card.tsx';

interface VerifyEmailPageProps {
  /** Token of the link; empty without one. */
  readonly token: string;
}

/** Target of the confirmation link; without a token it offers to send a new link. */
export function VerifyEmailPage({ token }: VerifyEmailPageProps) {
  useDocumentTitle(t`Confirm your address`);
  return token === '' ? <AskAgain title={t`Confirm your address`} /> : <Confirming token={token} />;
}

function AskAgain({ title }: { readonly title: string }) {
  return (
    <AskForMail
      title={title}
      lead={t`Enter the address to confirm. You will get a new link, which works for a day. Only the newest link works.`}
      route="resendVerification"
      without={t`This server cannot send mail. An admin can confirm your address.`}
    />
  );
}

/** A query instead of a mutation, so that a double render uses the token once. */
function Confirming({ token }: VerifyEmailPageProps) {
  const answer = useQuery({
    queryKey: ['verifyEmail', { token }],
    queryFn: async () => request('verifyEmail', { body: { token } }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (hasStatus(answer.error, 400)) return <AskAgain title={t`This link no longer works`} />;
  if (answer.error !== null) {
    const { title, text } = describeProblem(answer.error);
    return (
      <AuthCard title={title} problem={<Note tone="danger">{text}</Note>}>
        <Button icon="refresh" busy={answer.isFetching} onClick={() => void answer.refetch()}>{t`Try again`}</Button>
      </AuthCard>
    );
  }
  if (answer.data === undefined) return <AuthCard title={t`Confirming your address…`} />;
  return (
    <AuthCard title={t`Your address is confirmed`} lead={t`You can now use it to reset your password.`}>
      <Link to={hasSession() ? '/' : '/login'} className={buttonClass('primary', 'large')}>
        {hasSession() ? t`Continue` : t`Sign in`}
      </Link>
    </AuthCard>
  );
}
