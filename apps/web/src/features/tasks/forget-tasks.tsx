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
  ['7', t`Ended more than a week ago`],
  ['1', t`Ended more than a day ago`],
  ['0', t`All that ended`],
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
        ? t`There was nothing to clear`
        : plural(deleted, { one: '# task cleared', other: '# tasks cleared' });
    },
  );
  if (!changes) return null;
  return (
    <>
      <Button look="quiet" icon="trash" onClick={() => setOpen(true)}>{t`Clear list`}</Button>
      <Dialog
        title={t`Clear the task list`}
        open={open}
        onClose={() => setOpen(false)}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>{t`Cancel`}</Button>
            <Button look="primary" busy={forget.isPending} onClick={() => forget.mutate()}>{t`Clear tasks`}</Button>
          </>
        }
      >
        <SelectField label={t`Tasks to clear`} value={age} options={AGES} onValue={setAge} />
        <p>{t`Done, stopped and failed tasks leave the list. Scans also leave the scan history of their library. Running and waiting tasks stay. The server clears tasks by itself after 30 days.`}</p>
      </Dialog>
    </>
  );
}
