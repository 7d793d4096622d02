import { t } from '@lingui/core/macro';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { AskForMail } from './ask-for-mail.tsx';

export function ForgotPasswordPage() {
  useDocumentTitle(t`Forgot your password?`);
  return (
    <AskForMail
      title={t`Forgot your password?`}
      lead={t`Say which address your account has: a link to choose a new password is sent to it, good for two hours.`}
      route="forgotPassword"
      without={t`This server cannot send mail. Whoever administers it can give you a link to choose a new password.`}
    />
  );
}
