import { t } from '@lingui/core/macro';
import type { Factors, Passkey } from '@lectern/contract';
import { useState } from 'react';
import { hasPasskeys } from '#entities/factor/has-passkeys.ts';
import list from '#entities/user/account-list.module.css';
import { request } from '#lib/api.ts';
import { formatAgo, formatDay } from '#lib/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { Panel } from '#ui/layout/page.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import css from './factors.module.css';
import { PasskeyDialog } from './passkey-dialog.tsx';
import { RemoveDialog } from './remove-dialog.tsx';

interface PasskeysPanelProps {
  readonly factors: Factors;
  /** Whether factors can be changed now. */
  readonly isOpen: boolean;
}

/** The passkeys of the user. */
export function PasskeysPanel({ factors: { passkeys, passkeysPossible }, isOpen }: PasskeysPanelProps) {
  const [isAdding, setAdding] = useState(false);
  return (
    <Panel title={t`Passkeys`}>
      <p className={list['quiet']}>
        {passkeysPossible && hasPasskeys()
          ? t`A passkey signs you in with your finger, face or PIN, also without your password.`
          : t`Passkeys do not work at this address. They need the name of the server and https.`}
      </p>
      {passkeys.length > 0 && (
        <ul className={list['list']}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} isOpen={isOpen} />
          ))}
        </ul>
      )}
      {passkeysPossible && hasPasskeys() && (
        <div className={css['buttons']}>
          <Button icon="plus" disabled={!isOpen} onClick={() => setAdding(true)}>{t`Add passkey`}</Button>
        </div>
      )}
      {isAdding && <PasskeyDialog onClose={() => setAdding(false)} />}
    </Panel>
  );
}

function PasskeyRow({ passkey, isOpen }: { readonly passkey: Passkey; readonly isOpen: boolean }) {
  const { id, name, host, createdAt, lastUsedAt } = passkey;
  const day = formatDay(createdAt);
  const ago = lastUsedAt === null ? '' : formatAgo(lastUsedAt, Date.now());
  const used = lastUsedAt === null ? t`Not used yet` : t`Last used ${ago}`;
  const [isAsking, setAsking] = useState(false);
  return (
    <li className={list['row']}>
      <span className={list['mark']}>
        <Icon name="key" />
      </span>
      <div className={list['words']}>
        <p className={list['name']}>{name}</p>
        <p className={list['detail']}>{[used, t`Added ${day}`, host].join(' · ')}</p>
      </div>
      <Button
        look="quiet"
        aria-label={t`Remove passkey “${name}”`}
        disabled={!isOpen}
        onClick={() => setAsking(true)}
      >{t`Remove`}</Button>
      {isAsking && (
        <RemoveDialog
          title={t`Remove passkey “${name}”?`}
          text={t`It no longer signs you in.`}
          done={t`Passkey “${name}” removed`}
          remove={async () => request('deletePasskey', { params: { id } })}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  );
}
