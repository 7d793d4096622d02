import type { UserDetail } from '@lectern/contract';
import { useState } from 'react';
import { useAccountChange } from '#entities/user/change-users.ts';
import { SessionList } from '#entities/user/session-list.tsx';
import { request } from '#lib/api.ts';
import { formatCount } from '#lib/format.ts';
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
    <Panel title="Signing in">
      {canChange && !isSelf && <PasswordSection user={user} />}
      <section className={css['section']}>
        <h3>Signed in</h3>
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
      <h3>Password</h3>
      {user.isActive ? (
        <ResetLinkSection user={user} onSet={() => setSetting(true)} />
      ) : (
        <p className={css['lead']}>While the account is deactivated no password lets anybody in.</p>
      )}
      {isSetting && <NewPasswordDialog user={user} onClose={() => setSetting(false)} />}
    </section>
  );
}

function EndAll({ user }: { readonly user: UserDetail }) {
  const end = useAccountChange({
    change: async () => request('deleteUserSessions', { params: { id: user.id } }),
    say: () => `${user.username} is signed out everywhere`,
  });
  return (
    <div className={css['buttons']}>
      <Button icon="sign-out" busy={end.isPending} onClick={() => end.mutate(undefined)}>
        Sign out everywhere
      </Button>
    </div>
  );
}

function ActiveSection({ user }: { readonly user: UserDetail }) {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const change = useAccountChange({
    change: async (isActive: boolean) => request('patchUser', { params: { id: user.id }, body: { isActive } }),
    say: ({ isActive }) => (isActive ? `${user.username} can sign in again` : `${user.username} is deactivated`),
    onDone: close,
  });
  return (
    <section className={css['section']}>
      <h3>{user.isActive ? 'Deactivate' : 'Activate again'}</h3>
      <p className={css['lead']}>
        {user.isActive
          ? 'Nobody can use the account until it is activated again. Nothing of it is lost.'
          : 'The account is as it was left; sessions that ended stay ended.'}
      </p>
      {user.isActive ? (
        <Button icon="pause" onClick={() => setAsking(true)}>
          Deactivate the account
        </Button>
      ) : (
        <Button look="primary" icon="play" busy={change.isPending} onClick={() => change.mutate(true)}>
          Activate the account
        </Button>
      )}
      <Dialog
        title={`Deactivate ${user.username}?`}
        open={isAsking}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>Leave it active</Button>
            <Button look="danger" busy={change.isPending} onClick={() => change.mutate(false)}>
              Deactivate
            </Button>
          </>
        }
      >
        <p>
          {formatCount(user.sessionCount, 'sign-in ends', 'sign-ins end')} at once, and{' '}
          {formatCount(user.apiKeyCount, 'API key stops', 'API keys stop')} working. Reading progress, keys and settings
          stay for when the account is activated again.
        </p>
      </Dialog>
    </section>
  );
}
