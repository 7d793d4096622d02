import { t } from '@lingui/core/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { NewPasswordField, RevokeKeysField } from '#entities/user/account-fields.tsx';
import { useNewPassword } from '#entities/user/new-password.ts';
import { setupStatusQuery } from '#entities/user/queries.ts';
import { request } from '#lib/api.ts';
import { fieldProblems, problemSentence } from '#lib/problem.ts';
import { clearSession } from '#lib/session.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { AuthCard, AuthForm } from './auth-card.tsx';

interface ResetPasswordPageProps {
  /** Token of the link; empty without one. */
  readonly token: string;
}

/** Target of the password reset link. */
export function ResetPasswordPage({ token }: ResetPasswordPageProps) {
  useDocumentTitle(t`Choose a new password`);
  const [revokeApiKeys, setRevokeApiKeys] = useState(false);
  const { password, setPassword, check, problem } = useNewPassword();
  const reset = useMutation({
    mutationFn: async () => request('resetPassword', { body: { token, password, revokeApiKeys } }),
    onSuccess: clearSession,
  });
  const problems = fieldProblems(reset.error);
  if (token === '' || problems['token'] !== undefined) return <BadLink />;
  if (reset.isSuccess) {
    return (
      <AuthCard
        title={t`You have a new password`}
        lead={t`You are signed out everywhere. Your API keys ${revokeApiKeys ? t`are revoked` : t`go on working`}.`}
      >
        <Link to="/login" className={buttonClass('primary', 'large')}>{t`Sign in`}</Link>
      </AuthCard>
    );
  }
  const isGeneral = reset.isError && problems['password'] === undefined;
  return (
    <AuthCard
      title={t`Choose a new password`}
      lead={t`It signs you out wherever you are signed in.`}
      problem={isGeneral && <Note tone="danger">{problemSentence(reset.error)}</Note>}
    >
      <AuthForm
        busy={reset.isPending}
        onSubmit={() => {
          if (check()) reset.mutate();
        }}
      >
        <NewPasswordField
          label={t`New password`}
          value={password}
          onText={setPassword}
          problem={problem ?? problems['password']}
          autoFocus
        />
        <RevokeKeysField checked={revokeApiKeys} onChecked={setRevokeApiKeys} />
        <Button type="submit" look="primary" size="large" busy={reset.isPending}>{t`Set the password`}</Button>
      </AuthForm>
    </AuthCard>
  );
}

function BadLink() {
  const { data: status } = useQuery(setupStatusQuery());
  return (
    <AuthCard
      title={t`This link is no longer good`}
      lead={t`Links for a new password can be used once and for two hours, and only the last one counts. Your old password still holds.`}
      links={<Link to="/login">{t`Sign in`}</Link>}
    >
      {status?.mailEnabled === true ? (
        <Link to="/forgot-password" className={buttonClass('primary', 'large')}>{t`Get another link`}</Link>
      ) : (
        <Note tone="info">{t`Whoever administers this server can give you another one.`}</Note>
      )}
    </AuthCard>
  );
}
