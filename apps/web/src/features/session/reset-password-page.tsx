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
        title={t`Password changed`}
        lead={
          revokeApiKeys
            ? t`You are signed out everywhere. Your API keys are revoked.`
            : t`You are signed out everywhere. Your API keys keep working.`
        }
      >
        <Link to="/login" className={buttonClass('primary', 'large')}>{t`Sign in`}</Link>
      </AuthCard>
    );
  }
  const isGeneral = reset.isError && problems['password'] === undefined;
  return (
    <AuthCard
      title={t`Choose a new password`}
      lead={t`This signs you out everywhere.`}
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
        <Button type="submit" look="primary" size="large" busy={reset.isPending}>{t`Set password`}</Button>
      </AuthForm>
    </AuthCard>
  );
}

function BadLink() {
  const { data: status } = useQuery(setupStatusQuery());
  return (
    <AuthCard
      title={t`This link no longer works`}
      lead={t`A password reset link works once, for two hours, and only the newest one works. Your old password is still valid.`}
      links={<Link to="/login">{t`Sign in`}</Link>}
    >
      {status?.mailEnabled === true ? (
        <Link to="/forgot-password" className={buttonClass('primary', 'large')}>{t`Get a new link`}</Link>
      ) : (
        <Note tone="info">{t`An admin of this server can give you a new one.`}</Note>
      )}
    </AuthCard>
  );
}
