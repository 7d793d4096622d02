import { plural, t } from '@lingui/core/macro';
import type { UserDetail } from '@lectern/contract';
import { useState } from 'react';
import { useAccountChange } from '#entities/user/change-users.ts';
import { SessionList } from '#entities/user/session-list.tsx';
import { request } from '#lib/api.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Panel } from '#ui/layout/page.tsx';
import { FactorSection } from './factor-section.tsx';
import { IdentitySection } from './identity-section.tsx';
import { NewPasswordDialog, ResetLinkSection } from './reset-link.tsx';
import css from './user-page.module.css';

interface SignInPanelProps {
  readonly user: UserDetail;
  readonly isSelf: boolean;
  readonly canChange: boolean;
}

/** Password, sessions, and the switch that disables the account. */
export function SignInPanel({ user, isSelf, canChange }: SignInPanelProps) {
  if (user.parentId !== null) return <ChildSwitch user={user} canChange={canChange} />;
  const manages = canChange && !isSelf;
  return (
    <Panel title={t`Sign-in`}>
      {manages && <PasswordSection user={user} />}
      {manages && user.secondFactor && <FactorSection user={user} />}
      <IdentitySection user={user} canUnlink={manages} />
      <section className={css['section']}>
        <h3>{t`Sessions`}</h3>
        <SessionList userId={user.id} canEnd={canChange} />
        {manages && user.sessionCount > 1 && <EndAll user={user} />}
      </section>
      {manages && <ActiveSection user={user} />}
    </Panel>
  );
}

/** A child profile has nothing else: its sessions are those of its parent. */
function ChildSwitch({ user, canChange }: Pick<SignInPanelProps, 'user' | 'canChange'>) {
  if (!canChange) return null;
  return (
    <Panel>
      <ActiveSection user={user} />
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
        <p className={css['lead']}>{t`While the account is deactivated, no password works.`}</p>
      )}
      {isSetting && <NewPasswordDialog user={user} onClose={() => setSetting(false)} />}
    </section>
  );
}

function EndAll({ user }: { readonly user: UserDetail }) {
  const { id, username } = user;
  const end = useAccountChange({
    change: async () => request('deleteUserSessions', { params: { id } }),
    say: () => t`${username} is signed out everywhere`,
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
  const { username } = user;
  const close = () => setAsking(false);
  const change = useAccountChange({
    change: async (isActive: boolean) => request('patchUser', { params: { id: user.id }, body: { isActive } }),
    say: ({ isActive }) => (isActive ? t`${username} can sign in again` : t`${username} is deactivated`),
    onDone: close,
  });
  return (
    <section className={css['section']}>
      <h3>{user.isActive ? t`Deactivate` : t`Activate`}</h3>
      <p className={css['lead']}>
        {user.isActive
          ? t`The account cannot be used until an admin activates it again. Nothing is lost.`
          : t`Everything in the account is kept, except its sessions.`}
      </p>
      {user.isActive ? (
        <Button icon="pause" onClick={() => setAsking(true)}>{t`Deactivate account`}</Button>
      ) : (
        <Button
          look="primary"
          icon="play"
          busy={change.isPending}
          onClick={() => change.mutate(true)}
        >{t`Activate account`}</Button>
      )}
      <Dialog
        title={t`Deactivate ${username}?`}
        open={isAsking}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>{t`Cancel`}</Button>
            <Button look="danger" busy={change.isPending} onClick={() => change.mutate(false)}>{t`Deactivate`}</Button>
          </>
        }
      >
        <DeactivationEffects sessionCount={user.sessionCount} apiKeyCount={user.apiKeyCount} />
      </Dialog>
    </section>
  );
}

function DeactivationEffects({ sessionCount, apiKeyCount }: Pick<UserDetail, 'sessionCount' | 'apiKeyCount'>) {
  return (
    <ul className={css['list']}>
      {sessionCount > 0 && (
        <li>{plural(sessionCount, { one: '# session ends at once.', other: '# sessions end at once.' })}</li>
      )}
      {apiKeyCount > 0 && (
        <li>{plural(apiKeyCount, { one: '# API key stops working.', other: '# API keys stop working.' })}</li>
      )}
      <li>{t`Progress, API keys and preferences are kept until the account is activated again.`}</li>
    </ul>
  );
}
