import { t } from '@lingui/core/macro';
import { useEffectEvent, useEffect, useState } from 'react';
import { AppSecretView } from '#entities/factor/app-secret.tsx';
import { CodeField } from '#entities/factor/code-field.tsx';
import { factorProblem } from '#entities/factor/factor-problem.ts';
import { CurrentPasswordField } from '#entities/user/account-fields.tsx';
import { useAccountChange } from '#entities/user/change-users.ts';
import { request } from '#lib/api.ts';
import { generalProblem } from '#lib/problem.ts';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { CodesDialog } from './codes-dialog.tsx';
import { useStart } from './use-start.ts';

/** Sets up an authenticator app. */
export function AppDialog({ onClose }: { readonly onClose: () => void }) {
  const start = useStart(async (body) => request('startApp', { body }));
  const { data: made } = start.begin;
  const [code, setCode] = useState('');
  const finish = useAccountChange({
    change: async () => request('finishApp', { body: { ticket: made?.ticket ?? '', code } }),
    onDone: ({ recoveryCodes }) => {
      if (recoveryCodes === null) onClose();
    },
    showsProblem: true,
  });
  const open = useEffectEvent(() => start.begin.mutate(undefined));
  useEffect(() => open(), []);
  const codes = finish.data?.recoveryCodes ?? undefined;
  if (codes !== undefined) return <CodesDialog codes={codes} onClose={onClose} />;
  const isStarting = made === undefined;
  return (
    <FormDialog
      title={t`Set up authenticator app`}
      action={isStarting ? t`Continue` : t`Save`}
      isBusy={start.begin.isPending || finish.isPending}
      problem={
        isStarting
          ? generalProblem(start.begin.error, (path) => path === 'currentPassword')
          : factorProblem(finish.error)
      }
      onClose={onClose}
      onSubmit={() => (isStarting ? start.begin : finish).mutate(undefined)}
    >
      {isStarting && start.asksPassword && (
        <CurrentPasswordField
          value={start.currentPassword}
          onText={start.setCurrentPassword}
          problem={start.passwordProblem}
          autoFocus
        />
      )}
      {made !== undefined && (
        <>
          <AppSecretView made={made} />
          <CodeField value={code} onText={setCode} takesRecovery={false} />
        </>
      )}
    </FormDialog>
  );
}
