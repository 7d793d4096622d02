import { t } from '@lingui/core/macro';
import type { Factors } from '@lectern/contract';
import { useState } from 'react';
import page from '#entities/user/account-list.module.css';
import { request } from '#lib/api.ts';
import { formatDay } from '#lib/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { Panel } from '#ui/layout/page.tsx';
import { AppDialog } from './app-dialog.tsx';
import css from './factors.module.css';
import { RemoveDialog } from './remove-dialog.tsx';

interface AppPanelProps {
  readonly factors: Factors;
  /** Whether factors can be changed now. */
  readonly isOpen: boolean;
}

/** The authenticator app of the user. */
export function AppPanel({ factors: { app }, isOpen }: AppPanelProps) {
  const [isAdding, setAdding] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const day = app === null ? '' : formatDay(app.createdAt);
  return (
    <Panel title={t`Authenticator app`}>
      <p className={page['quiet']}>
        {app === null
          ? t`An app on your phone shows a code that changes every 30 seconds. It works without a network.`
          : t`Set up ${day}.`}
      </p>
      <div className={css['buttons']}>
        <Button icon={app === null ? 'plus' : 'refresh'} disabled={!isOpen} onClick={() => setAdding(true)}>
          {app === null ? t`Set up app` : t`Use another app`}
        </Button>
        {app !== null && (
          <Button look="quiet" icon="trash" disabled={!isOpen} onClick={() => setRemoving(true)}>
            {t`Remove app`}
          </Button>
        )}
      </div>
      {isAdding && <AppDialog onClose={() => setAdding(false)} />}
      {isRemoving && (
        <RemoveDialog
          title={t`Remove the authenticator app?`}
          text={t`Its codes no longer sign you in.`}
          done={t`Authenticator app removed`}
          remove={async () => request('deleteApp', {})}
          onClose={() => setRemoving(false)}
        />
      )}
    </Panel>
  );
}
