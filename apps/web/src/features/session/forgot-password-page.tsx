import { useDocumentTitle } from '#lib/use-document-title.ts';
import { AskForMail } from './ask-for-mail.tsx';

export function ForgotPasswordPage() {
  useDocumentTitle('Forgot your password?');
  return (
    <AskForMail
      title="Forgot your password?"
      lead="Say which address your account has: a link to choose a new password is sent to it, good for two hours."
      route="forgotPassword"
      without="This server cannot send mail. Whoever administers it can give you a link to choose a new password."
    />
  );
}
