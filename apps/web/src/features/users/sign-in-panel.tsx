import { plural, t } from '@lingui/core/macro';
import type { UserDetail } from '@lectern/contract';
import { useState } from 'react';
import { useAccountChange } from '#entities/user/change-users.ts';
import { SessionList } from '#entities/user/session-list.tsx';
import { request } from '#lib/api.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Panel } from '#ui/layout/page.tsx';
import { NewPasswordDialog, ResetLinkSection } from './reset-link.tsx';
import css from './user-page.module.css';

interface SignInPanelProps {
  readonly user: UserDetail;
  readonly isSelf: boolean;
  readonly canChange: boolean;
}

/** Password, sessions, and the switch that disables the account. */
export function SignInPanel({ user, isSelf, canChange }: SignInPanelProps) {
  return (
    <Panel title={t`Signing in`}>
      {canChange && !isSelf && <PasswordSection user={user} />}
      <section className={css['section']}>
        <h3>{t`Signed in`}</h3>
        <SessionList userId={user.id} canEnd={canChange} />
        {canChange && !isSelf && user.sessionCount > 1 && <EndAll user={user} />}
      </section>
      {canChange && !isSelf && <ActiveSection user={user} />}
    </Panel>
  );
}

function PasswordSection({ user }: { readonly user: UserDetail }) {
  const [isSetting, setSetting] = useState(false);
  return (
    <section className={css['section']}>
      <h3>{t`Password`}</h3>
      {user.isActive ? (
        <ResetLinkSection user={user} onSet={() => setSetting(true)} />
      ) : (
        <p className={css['lead']}>{t`While the account is deactivated no password lets anybody in.`}</p>
      )}
      {isSetting && <NewPasswordDialog user={user} onClose={() => setSetting(false)} />}
    </section>
  );
}

function EndAll({ user }: { readonly user: UserDetail }) {
  const end = useAccountChange({
    change: async () => request('deleteUserSessions', { params: { id: user.id } }),
    say: () => t`${user.username} is signed out everywhere`,
  });
  return (
    <div className={css['buttons']}>
      <Button
        icon="sign-out"
        busy={end.isPending}
        onClick={() => end.mutate(undefined)}
      >{t`Sign out everywhere`}</Button>
    </div>
  );
}

function ActiveSection({ user }: { readonly user: UserDetail }) {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const change = useAccountChange({
    change: async (isActive: boolean) => request('patchUser', { params: { id: user.id }, body: { isActive } }),
    say: ({ isActive }) => (isActive ? t`${user.username} can sign in again` : t`${user.username} is deactivated`),
    onDone: close,
  });
  return (
    <section className={css['section']}>
      <h3>{user.isActive ? t`Deactivate` : t`Activate again`}</h3>
      <p className={css['lead']}>
        {user.isActive
          ? t`Nobody can use the account until it is activated again. Nothing of it is lost.`
          : t`The account is as it was left; sessions that ended stay ended.`}
      </p>
      {user.isActive ? (
        <Button icon="pause" onClick={() => setAsking(true)}>{t`Deactivate the account`}</Button>
      ) : (
        <Button
          look="primary"
          icon="play"
          busy={change.isPending}
          onClick={() => change.mutate(true)}
        >{t`Activate the account`}</Button>
      )}
      <Dialog
        title={t`Deactivate ${user.username}?`}
        open={isAsking}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>{t`Leave it active`}</Button>
            <Button look="danger" busy={change.isPending} onClick={() => change.mutate(false)}>{t`Deactivate`}</Button>
          </>
        }
      >
        <p>
          {t`${plural(user.sessionCount, { one: '# sign-in ends', other: '# sign-ins end' })} at once, and ${plural(user.apiKeyCount, { one: '# API key stops', other: '# API keys stop' })} working. Reading progress, keys and settings stay for when the account is activated again.`}
        </p>
      </Dialog>
    </section>
  );
}
