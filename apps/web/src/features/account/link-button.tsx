import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { FactorNeeded } from '#entities/factor/factor-needed.tsx';
import { CurrentPasswordField } from '#entities/user/account-fields.tsx';
import { useAccountChange } from '#entities/user/change-users.ts';
import { request } from '#lib/api.ts';
import { fieldProblems, generalProblem } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';

interface LinkButtonProps {
  /** Of the provider. */
  readonly name: string;
  readonly displayName: string;
}

/** Whether a refusal is answered by a field or a dialog of its own. */
const isAsked = (path: string): boolean => path === 'currentPassword' || path === 'secondFactor';

/** Links the account to a provider. An old session asks for the password or the second factor first. */
export function LinkButton({ name: provider, displayName }: LinkButtonProps) {
  const [currentPassword, setCurrentPassword] = useState('');
  const [asksPassword, setAsksPassword] = useState(false);
  const start = useAccountChange({
    change: async () => {
      const proof = currentPassword === '' ? {} : { currentPassword };
      return request('startIdentityLink', { params: { provider }, body: { redirectUri: '/me', ...proof } });
    },
    onDone: ({ redirectUrl }) => location.assign(redirectUrl),
    showsProblem: true,
  });
  const passwordProblem = fieldProblems(start.error)['currentPassword'];
  if (passwordProblem !== undefined && !asksPassword) setAsksPassword(true);
  const problem = generalProblem(start.error, isAsked);
  const ask = () => start.mutate(undefined);
  const close = () => {
    setAsksPassword(false);
    setCurrentPassword('');
    start.reset();
  };
  return (
    <>
      <Button busy={start.isPending} onClick={ask}>{t`Link to ${displayName}`}</Button>
      {!asksPassword && problem !== undefined && <Note tone="danger">{problem}</Note>}
      <FactorNeeded refused={start} onConfirmed={ask} />
      {asksPassword && (
        <FormDialog
          title={t`Confirm that it is you`}
          action={t`Continue`}
          isBusy={start.isPending}
          problem={problem}
          onClose={close}
          onSubmit={ask}
        >
          <CurrentPasswordField
            value={currentPassword}
            onText={setCurrentPassword}
            problem={passwordProblem}
            autoFocus
          />
        </FormDialog>
      )}
    </>
  );
}
