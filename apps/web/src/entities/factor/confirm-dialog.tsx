import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccountChange } from '#entities/user/change-users.ts';
import { request } from '#lib/api.ts';
import { Button } from '#ui/controls/button.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { CodeField } from './code-field.tsx';
import { factorProblem } from './factor-problem.ts';
import { hasPasskeys } from './has-passkeys.ts';
import { signWithPasskey } from './passkeys.ts';
import { factorsQuery } from './queries.ts';

interface ConfirmDialogProps {
  /** Called once the session may change what is protected. */
  readonly onConfirmed: () => void;
  readonly onClose: () => void;
}

/** Asks for a second factor again, before something that outlasts the session. */
export function ConfirmDialog({ onConfirmed, onClose }: ConfirmDialogProps) {
  const [code, setCode] = useState('');
  const { data: factors } = useQuery(factorsQuery());
  const byCode = useAccountChange({
    change: async () => request('confirmFactor', { body: { code } }),
    onDone: onConfirmed,
    showsProblem: true,
  });
  const byPasskey = useAccountChange({
    change: async () => {
      const asked = await request('askFactor', {});
      await request('confirmFactor', { body: { ticket: asked.ticket, passkey: await signWithPasskey(asked) } });
    },
    onDone: onConfirmed,
    showsProblem: true,
  });
  const canSign = hasPasskeys() && factors !== undefined && factors.passkeys.length > 0;
  return (
    <FormDialog
      title={t`Confirm that it is you`}
      action={t`Confirm`}
      isBusy={byCode.isPending}
      problem={factorProblem(byCode.error) ?? factorProblem(byPasskey.error)}
      onClose={onClose}
      onSubmit={() => {
        byPasskey.reset();
        byCode.mutate(undefined);
      }}
    >
      {canSign && (
        <Button
          icon="key"
          busy={byPasskey.isPending}
          onClick={() => {
            byCode.reset();
            byPasskey.mutate(undefined);
          }}
        >{t`Use a passkey`}</Button>
      )}
      <CodeField value={code} onText={setCode} takesRecovery />
    </FormDialog>
  );
}
