import { t } from '@lingui/core/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AppSecretView } from '#entities/factor/app-secret.tsx';
import { CodeField } from '#entities/factor/code-field.tsx';
import { factorProblem } from '#entities/factor/factor-problem.ts';
import { hasPasskeys } from '#entities/factor/has-passkeys.ts';
import { makePasskey, signWithPasskey } from '#entities/factor/passkeys.ts';
import type { FactorAsked } from '#entities/factor/read-asked.ts';
import { RecoveryCodes } from '#entities/factor/recovery-codes.tsx';
import { request } from '#lib/api.ts';
import type { OpenedSession } from '#lib/session.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Button } from '#ui/controls/button.tsx';
import { CheckField } from '#ui/controls/field.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { AuthCard, AuthForm } from './auth-card.tsx';
import { type FilledPasskey, usePasskeyFill } from './use-passkey-fill.ts';

interface StepProps {
  readonly asked: FactorAsked;
  readonly onOpened: (opened: OpenedSession) => Promise<void>;
  /** Begins again with the password. */
  readonly onBack: () => void;
}

/** The second step of a sign-in. */
export function FactorStep(props: StepProps) {
  return props.asked.methods.length === 0 ? <FirstFactor {...props} /> : <ShowFactor {...props} />;
}

function Problem({ error }: { readonly error: unknown }) {
  const problem = factorProblem(error);
  return problem === undefined ? null : <Note tone="danger">{problem}</Note>;
}

function ShowFactor({ asked: { ticket, methods, rememberDays }, onOpened, onBack }: StepProps) {
  useDocumentTitle(t`Second factor`);
  const [code, setCode] = useState('');
  const [remember, setRemember] = useState(false);
  const byCode = useMutation({
    mutationFn: async () => onOpened(await request('finishLogin', { body: { ticket, code, remember } })),
    meta: { expects401: true },
  });
  const byPasskey = useMutation({
    mutationFn: async () => {
      const passkey = await signWithPasskey(await request('askLoginPasskey', { body: { ticket } }));
      await onOpened(await request('finishLogin', { body: { ticket, passkey, remember } }));
    },
    meta: { expects401: true },
  });
  const takesCode = methods.includes('app') || methods.includes('recovery');
  const error = byCode.error ?? byPasskey.error;
  return (
    <AuthCard
      title={t`Second factor`}
      lead={t`The first step is done. Now show your second factor.`}
      problem={<Problem error={error} />}
      links={<Button look="quiet" onClick={onBack}>{t`Use another account`}</Button>}
    >
      {methods.includes('passkey') && hasPasskeys() && (
        <Button
          icon="key"
          size="large"
          busy={byPasskey.isPending}
          onClick={() => {
            byCode.reset();
            byPasskey.mutate();
          }}
        >{t`Use a passkey`}</Button>
      )}
      {rememberDays > 0 && (
        <CheckField
          label={t`Remember this browser`}
          hint={t`It then asks for your password only. Do not use this on a shared device.`}
          checked={remember}
          onChecked={setRemember}
        />
      )}
      {takesCode && (
        <AuthForm
          busy={byCode.isPending}
          onSubmit={() => {
            byPasskey.reset();
            byCode.mutate();
          }}
        >
          <CodeField value={code} onText={setCode} takesRecovery />
          <Button type="submit" look="primary" size="large" busy={byCode.isPending}>{t`Sign in`}</Button>
        </AuthForm>
      )}
    </AuthCard>
  );
}

interface Opened extends OpenedSession {
  readonly recoveryCodes: readonly string[] | null;
}

/** Sets up the first second factor of an account whose role needs one. */
function FirstFactor({ asked, onOpened, onBack }: StepProps) {
  useDocumentTitle(t`Set up a second factor`);
  const [opened, setOpened] = useState<Opened>();
  const enter = useMutation({ mutationFn: onOpened });
  if (opened === undefined) return <FirstChoice asked={asked} onMade={setOpened} onBack={onBack} />;
  return (
    <AuthCard title={t`Your recovery codes`} problem={<Problem error={enter.error} />}>
      <RecoveryCodes codes={opened.recoveryCodes ?? []} />
      <Button
        look="primary"
        size="large"
        busy={enter.isPending}
        onClick={() => enter.mutate(opened)}
      >{t`Continue`}</Button>
    </AuthCard>
  );
}

interface FirstChoiceProps extends Pick<StepProps, 'asked' | 'onBack'> {
  readonly onMade: (opened: Opened) => void;
}

function FirstChoice({ asked: { ticket, passkeysPossible }, onMade, onBack }: FirstChoiceProps) {
  const [code, setCode] = useState('');
  const takesPasskey = passkeysPossible && hasPasskeys();
  const app = useQuery({
    queryKey: ['startLoginApp', ticket],
    queryFn: async () => request('startLoginApp', { body: { ticket } }),
    staleTime: Infinity,
    meta: { expects401: true },
  });
  const finish = useMutation({
    mutationFn: async () => request('finishLoginApp', { body: { ticket, code } }),
    onSuccess: onMade,
    meta: { expects401: true },
  });
  const byPasskey = useMutation({
    mutationFn: async () => {
      const passkey = await makePasskey(await request('startLoginPasskey', { body: { ticket } }));
      return request('finishLoginPasskey', { body: { ticket, passkey } });
    },
    onSuccess: onMade,
    meta: { expects401: true },
  });
  return (
    <AuthCard
      title={t`Set up a second factor`}
      lead={
        takesPasskey
          ? t`Your role on this server needs one, besides the password: a passkey, or a code of an app on your phone.`
          : t`Your role on this server needs one: a code of an app on your phone, besides the password.`
      }
      problem={<Problem error={app.error ?? finish.error ?? byPasskey.error} />}
      links={<Button look="quiet" onClick={onBack}>{t`Use another account`}</Button>}
    >
      {takesPasskey && (
        <Button
          icon="key"
          size="large"
          busy={byPasskey.isPending}
          onClick={() => byPasskey.mutate()}
        >{t`Add passkey`}</Button>
      )}
      {app.data !== undefined && (
        <AuthForm busy={finish.isPending} onSubmit={() => finish.mutate()}>
          <AppSecretView made={app.data} />
          <CodeField value={code} onText={setCode} takesRecovery={false} />
          <Button type="submit" look="primary" size="large" busy={finish.isPending}>{t`Sign in`}</Button>
        </AuthForm>
      )}
    </AuthCard>
  );
}

async function signAlone(): Promise<FilledPasskey> {
  const asked = await request('askPasskey', {});
  return { asked, passkey: await signWithPasskey(asked) };
}

/** Signs in without a password. */
export function PasskeyDoor({ onOpened }: Pick<StepProps, 'onOpened'>) {
  const open = useMutation({
    mutationFn: async (filled?: FilledPasskey) => {
      const { asked, passkey } = filled ?? (await signAlone());
      await onOpened(await request('loginByPasskey', { body: { ticket: asked.ticket, passkey } }));
    },
    meta: { expects401: true },
  });
  usePasskeyFill(open.mutate, open.isPending);
  return (
    <>
      <div role="alert">
        <Problem error={open.error} />
      </div>
      <Button
        icon="key"
        size="large"
        busy={open.isPending}
        onClick={() => open.mutate(undefined)}
      >{t`Use a passkey`}</Button>
    </>
  );
}
