import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import type { CurrentUser } from '@lectern/contract';
import { useState } from 'react';
import { CurrentPasswordField } from '#entities/user/account-fields.tsx';
import { leaveChildProfile } from '#entities/user/child-profiles.ts';
import { PinField } from '#entities/user/pin-field.tsx';
import { fieldProblems, generalProblem, problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { showToast } from '#ui/feedback/toast.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import css from './profile-bar.module.css';

/** Says on every page beside the navigation whose profile is open, and how to leave it. */
export function ProfileBar({ user: { username, profileOf } }: { readonly user: CurrentUser }) {
  const [asks, setAsks] = useState(false);
  const leave = useMutation({
    mutationFn: async () => leaveChildProfile({}),
    onError: (error) => {
      // The parent has chosen a PIN since this page was opened.
      if (Object.keys(fieldProblems(error)).length > 0) setAsks(true);
      else showToast(problemSentence(error));
    },
  });
  const hasPin = profileOf?.hasPin ?? true;
  return (
    <section className={css['bar']} aria-label={t`Child profile`}>
      <Note
        tone="info"
        action={
          <Button
            icon="sign-out"
            busy={leave.isPending}
            onClick={() => (hasPin ? setAsks(true) : leave.mutate())}
          >{t`Leave profile`}</Button>
        }
      >{t`This is the profile of ${username}.`}</Note>
      {asks && <LeaveDialog parent={profileOf?.username ?? ''} onClose={() => setAsks(false)} />}
    </section>
  );
}

interface LeaveDialogProps {
  readonly parent: string;
  readonly onClose: () => void;
}

/** Asks for the PIN of the parent, or for the password. */
function LeaveDialog({ parent, onClose }: LeaveDialogProps) {
  const [way, setWay] = useState<'pin' | 'password'>('pin');
  const [typed, setTyped] = useState('');
  const leave = useMutation({ mutationFn: async () => leaveChildProfile({ [way]: typed }) });
  const problems = fieldProblems(leave.error);
  const field = { value: typed, onText: setTyped, problem: problems[way] };
  return (
    <FormDialog
      title={t`Leave profile`}
      action={t`Leave profile`}
      isBusy={leave.isPending}
      problem={generalProblem(leave.error, (path) => path === way)}
      onClose={onClose}
      onSubmit={() => leave.mutate()}
      below={
        <Button
          look="quiet"
          onClick={() => {
            setWay(way === 'pin' ? 'password' : 'pin');
            setTyped('');
            leave.reset();
          }}
        >
          {way === 'pin' ? t`Use the password instead` : t`Use the PIN instead`}
        </Button>
      }
    >
      <p>{t`This opens the account of ${parent}.`}</p>
      {way === 'pin' ? <PinField {...field} /> : <CurrentPasswordField {...field} />}
    </FormDialog>
  );
}
