import { t } from '@lingui/core/macro';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { AskForMail } from './ask-for-mail.tsx';

export function ForgotPasswordPage() {
  useDocumentTitle(t`Forgot your password?`);
  return (
    <AskForMail
      title={t`Forgot your password?`}
      lead={t`Enter the address of your account. You will get a link to choose a new password, which works for two hours.`}
      route="forgotPassword"
      without={t`This server cannot send mail. An admin can give you a link to choose a new password.`}
    />
  );
}
