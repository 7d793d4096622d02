import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { factorProblem } from '#entities/factor/factor-problem.ts';
import { makePasskey } from '#entities/factor/passkeys.ts';
import { CurrentPasswordField } from '#entities/user/account-fields.tsx';
import { request } from '#lib/api.ts';
import { TextField } from '#ui/controls/field.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { CodesDialog } from './codes-dialog.tsx';
import { useStart } from './use-start.ts';

/** Makes a passkey in this browser. */
export function PasskeyDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const start = useStart(async (body) => {
    const asked = await request('startPasskey', { body });
    const passkey = await makePasskey(asked);
    const made = await request('finishPasskey', { body: { ticket: asked.ticket, name: name.trim(), passkey } });
    if (made.recoveryCodes === null) onClose();
    return made;
  });
  const { begin } = start;
  const codes = begin.data?.recoveryCodes ?? undefined;
  if (codes !== undefined) return <CodesDialog codes={codes} onClose={onClose} />;
  return (
    <FormDialog
      title={t`Add passkey`}
      action={t`Continue`}
      isBusy={begin.isPending}
      problem={start.passwordProblem === undefined ? factorProblem(begin.error) : undefined}
      onClose={onClose}
      onSubmit={() => begin.mutate(undefined)}
    >
      <TextField
        label={t`Name`}
        name="passkey-name"
        value={name}
        onText={setName}
        hint={t`Where you keep it, for example your phone or a security key.`}
        required
        maxLength={100}
        autoComplete="off"
      />
      {start.asksPassword && (
        <CurrentPasswordField
          value={start.currentPassword}
          onText={start.setCurrentPassword}
          problem={start.passwordProblem}
          autoFocus
        />
      )}
    </FormDialog>
  );
}
