import { t } from '@lingui/core/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { UserDetail } from '@lectern/contract';
import { type SubmitEvent, useState } from 'react';
import { useAccountChange } from '#entities/user/change-users.ts';
import { setupStatusQuery } from '#entities/user/queries.ts';
import { request } from '#lib/api.ts';
import { fieldProblems, problemSentence } from '#lib/problem.ts';
import { pickUnsaved } from '#lib/pick-unsaved.ts';
import { Button } from '#ui/controls/button.tsx';
import { TextField } from '#ui/controls/field.tsx';
import { BusyNote } from '#ui/feedback/busy-note.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { Panel } from '#ui/layout/page.tsx';
import { showToast } from '#ui/feedback/toast.tsx';
import { UnsavedGuard } from '#ui/feedback/unsaved-guard.tsx';
import css from './user-page.module.css';

interface NamePanelProps {
  readonly user: UserDetail;
  readonly canChange: boolean;
}

export function NamePanel({ user, canChange }: NamePanelProps) {
  const form = useNameForm(user);
  const { draft, problems, isDirty, save } = form;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!save.isPending) form.send();
  };
  return (
    <Panel title={t`Name and e-mail`}>
      <form onSubmit={submit}>
        <BusyNote busy={save.isPending} />
        <div className={css['pair']}>
          <TextField
            label={t`User name`}
            name="account-username"
            value={draft.username}
            onText={(username) => form.change({ username })}
            problem={problems['username']}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            maxLength={64}
            readOnly={!canChange}
          />
          <TextField
            label={t`E-mail`}
            name="account-email"
            type="email"
            value={draft.email}
            onText={(email) => form.change({ email })}
            problem={problems['email']}
            autoComplete="off"
            maxLength={254}
            readOnly={!canChange}
          />
        </div>
        {save.isError && Object.keys(problems).length === 0 && <Note tone="danger">{problemSentence(save.error)}</Note>}
        {isDirty && (
          <div className={css['buttons']}>
            <Button type="submit" look="primary" busy={save.isPending}>{t`Save`}</Button>
            <Button onClick={form.undo}>{t`Undo`}</Button>
          </div>
        )}
      </form>
      <UnsavedGuard isDirty={isDirty} />
      {!isDirty && user.email !== '' && !user.emailVerified && <Unconfirmed user={user} canChange={canChange} />}
    </Panel>
  );
}

type Touched = Partial<Pick<UserDetail, 'username' | 'email'>>;

function useNameForm(user: UserDetail) {
  const [touched, setTouched] = useState<Touched>({});
  const draft = { username: user.username, email: user.email, ...touched };
  const [username, email] = [draft.username.trim(), draft.email.trim()];
  const body = {
    ...(username === user.username ? {} : { username }),
    ...(email === user.email ? {} : { email }),
  };
  const save = useAccountChange({
    change: async (_: Touched) => request('patchUser', { params: { id: user.id }, body }),
    say: ({ username: name }) => t`Account of ${name} saved`,
    onDone: (_, sent) => setTouched((now) => pickUnsaved(now, sent)),
    showsProblem: true,
  });
  return {
    draft,
    save,
    send: () => save.mutate(touched),
    problems: fieldProblems(save.error),
    isDirty: Object.keys(body).length > 0,
    change: (changed: Partial<typeof draft>) => setTouched({ ...touched, ...changed }),
    undo: () => {
      setTouched({});
      save.reset();
    },
  };
}

/** Shown while the e-mail address is unconfirmed. */
function Unconfirmed({ user, canChange }: NamePanelProps) {
  const { id, email } = user;
  const { data: status } = useQuery(setupStatusQuery());
  const confirm = useAccountChange({
    change: async () => request('patchUser', { params: { id }, body: { emailVerified: true } }),
    say: () => t`${email} is confirmed`,
  });
  const send = useMutation({
    mutationFn: async () => request('resendVerification', { body: { email } }),
    onSuccess: () => showToast(t`Mail sent to ${email}`),
    onError: (error) => showToast(problemSentence(error)),
  });
  const isShutOut = user.pendingVerification && status?.verificationRequired === true;
  return (
    <>
      <Note tone="warning">
        {isShutOut
          ? t`The address is not confirmed. The user cannot sign in until it is.`
          : t`The address is not confirmed.`}
      </Note>
      {canChange && (
        <div className={css['buttons']}>
          <Button
            icon="check"
            busy={confirm.isPending}
            onClick={() => confirm.mutate(undefined)}
          >{t`Mark as confirmed`}</Button>
          {status?.mailEnabled === true && (
            <Button icon="mail" busy={send.isPending} onClick={() => send.mutate()}>{t`Send mail again`}</Button>
          )}
        </div>
      )}
    </>
  );
}
