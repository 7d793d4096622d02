import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { FactorNeeded } from '#entities/factor/factor-needed.tsx';
import { CurrentPasswordField } from '#entities/user/account-fields.tsx';
import { useAccountChange } from '#entities/user/change-users.ts';
import { PinField } from '#entities/user/pin-field.tsx';
import { request } from '#lib/api.ts';
import { fieldProblems, generalProblem } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { Panel } from '#ui/layout/page.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import page from './children-page.module.css';

interface PinProps {
  readonly hasPin: boolean;
  /** Without one, the server asks for a recent sign-in instead. */
  readonly hasPassword: boolean;
}

/** The PIN that a child does not know. */
export function PinPanel({ hasPin, hasPassword }: PinProps) {
  const [dialog, setDialog] = useState<'set' | 'remove'>();
  return (
    <Panel title={t`PIN`}>
      <p className={page['lead']}>
        {hasPin
          ? t`Leaving a child profile asks for your PIN or your password.`
          : t`Without a PIN, a child can leave its profile at any time and use your account.`}
      </p>
      <div className={page['buttons']}>
        <Button icon="lock" onClick={() => setDialog('set')}>
          {hasPin ? t`Change PIN` : t`Set PIN`}
        </Button>
        {hasPin && <Button icon="unlock" onClick={() => setDialog('remove')}>{t`Remove PIN`}</Button>}
      </div>
      {dialog !== undefined && (
        <PinDialog removes={dialog === 'remove'} hasPassword={hasPassword} onClose={() => setDialog(undefined)} />
      )}
    </Panel>
  );
}

interface PinDialogProps {
  readonly removes: boolean;
  readonly hasPassword: boolean;
  readonly onClose: () => void;
}

/** Problems that a field or a dialog of their own shows. */
const SHOWN: ReadonlySet<string> = new Set(['pin', 'currentPassword', 'secondFactor']);

function PinDialog({ removes, hasPassword, onClose }: PinDialogProps) {
  const [pin, setPin] = useState('');
  const [currentPassword, setCurrentPassword] = useState('');
  const save = useAccountChange({
    change: async () =>
      request('savePin', { body: { pin: removes ? null : pin, ...(hasPassword ? { currentPassword } : {}) } }),
    say: () => (removes ? t`PIN removed` : t`PIN saved`),
    onDone: onClose,
    showsProblem: true,
  });
  const problems = fieldProblems(save.error);
  const send = () => save.mutate(undefined);
  return (
    <>
      <FactorNeeded refused={save} onConfirmed={send} />
      <FormDialog
        title={removes ? t`Remove PIN` : t`Set PIN`}
        action={removes ? t`Remove PIN` : t`Save`}
        isBusy={save.isPending}
        problem={generalProblem(save.error, (path) => SHOWN.has(path))}
        onClose={onClose}
        onSubmit={send}
      >
        {!removes && <PinField isNew value={pin} onText={setPin} problem={problems['pin']} />}
        {hasPassword && (
          <CurrentPasswordField
            value={currentPassword}
            onText={setCurrentPassword}
            problem={problems['currentPassword']}
          />
        )}
      </FormDialog>
    </>
  );
}
