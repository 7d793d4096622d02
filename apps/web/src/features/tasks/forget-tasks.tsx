import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { useTaskChange } from '#entities/task/change-tasks.ts';
import { useMay } from '#entities/user/use-may.ts';
import { request } from '#lib/api.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { SelectField } from '#ui/controls/field.tsx';

/** Minimum age of deleted tasks, in days. */
const AGES = [
  ['7', t`More than a week ago`],
  ['1', t`More than a day ago`],
  ['0', t`At any time`],
] as const;

type Age = (typeof AGES)[number][0];

export function ForgetTasks() {
  const changes = useMay('TasksWrite');
  const [open, setOpen] = useState(false);
  const [age, setAge] = useState<Age>('7');
  const forget = useTaskChange(
    async () => request('purgeTasks', { query: { days: Number(age) } }),
    ({ deleted }) => {
      setOpen(false);
      return deleted === 0
        ? t`There was nothing to forget`
        : t`${plural(deleted, { one: '# task', other: '# tasks' })} forgotten`;
    },
  );
  if (!changes) return null;
  return (
    <>
      <Button look="quiet" icon="trash" onClick={() => setOpen(true)}>{t`Clear the list`}</Button>
      <Dialog
        title={t`Clear the list of tasks`}
        open={open}
        onClose={() => setOpen(false)}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>{t`Leave it`}</Button>
            <Button look="primary" busy={forget.isPending} onClick={() => forget.mutate()}>{t`Forget them`}</Button>
          </>
        }
      >
        <SelectField label={t`Forget tasks that ended`} value={age} options={AGES} onValue={setAge} />
        <p>{t`Done, stopped and failed ones leave the list, and with scans their place in the history of their library. What runs or waits stays. After 30 days this happens by itself.`}</p>
      </Dialog>
    </>
  );
}
