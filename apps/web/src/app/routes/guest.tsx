import { useRouter } from '@tanstack/react-router';
import { JoinPage, RegisterPage } from '#features/session/register-page.tsx';
import { ResetPasswordPage } from '#features/session/reset-password-page.tsx';
import { VerifyEmailPage } from '#features/session/verify-email-page.tsx';
import { BASE_PATH } from '#lib/base-path.ts';
import { useLinkToken } from '../use-link-token.ts';

export { ForgotPasswordPage as ForgotPasswordRoute } from '#features/session/forgot-password-page.tsx';

export function RegisterRoute() {
  const router = useRouter();
  return <RegisterPage onSignedIn={() => router.history.replace(`${BASE_PATH}/`)} />;
}

export function JoinRoute() {
  const router = useRouter();
  const token = useLinkToken();
  return <JoinPage key={token} token={token} onSignedIn={() => router.history.replace(`${BASE_PATH}/`)} />;
}

export function ResetPasswordRoute() {
  const token = useLinkToken();
  return <ResetPasswordPage key={token} token={token} />;
}

export function VerifyEmailRoute() {
  const token = useLinkToken();
  return <VerifyEmailPage key={token} token={token} />;
}
