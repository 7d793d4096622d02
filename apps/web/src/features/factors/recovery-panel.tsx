import { plural, t } from '@lingui/core/macro';
import type { Factors } from '@lectern/contract';
import list from '#entities/user/account-list.module.css';
import { useAccountChange } from '#entities/user/change-users.ts';
import { request } from '#lib/api.ts';
import { Button } from '#ui/controls/button.tsx';
import { Panel } from '#ui/layout/page.tsx';
import { CodesDialog } from './codes-dialog.tsx';
import css from './factors.module.css';

interface RecoveryPanelProps {
  readonly factors: Factors;
  /** Whether factors can be changed now. */
  readonly isOpen: boolean;
}

/** Recovery codes: how many are left, and new ones. */
export function RecoveryPanel({ factors: { recoveryCodesLeft }, isOpen }: RecoveryPanelProps) {
  const make = useAccountChange({ change: async () => request('makeRecoveryCodes', {}) });
  return (
    <Panel title={t`Recovery codes`}>
      <p className={list['quiet']}>
        {plural(recoveryCodesLeft, {
          one: '# code is left. It signs you in once, without your other second factors.',
          other: '# codes are left. Each signs you in once, without your other second factors.',
        })}
      </p>
      <div className={css['buttons']}>
        <Button icon="refresh" disabled={!isOpen} busy={make.isPending} onClick={() => make.mutate(undefined)}>
          {t`Make new codes`}
        </Button>
      </div>
      {make.data !== undefined && <CodesDialog codes={make.data.recoveryCodes} onClose={make.reset} />}
    </Panel>
  );
}
