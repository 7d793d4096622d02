import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import type { PickedDialogProps } from '#entities/selection/action.ts';
import type { Picked } from '#entities/selection/picked.ts';
import { formatNumber } from '#lib/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { CheckField } from '#ui/controls/field.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { Segments } from '#ui/controls/segments.tsx';
import { listFields } from '../fields.ts';
import css from './bulk.module.css';
import { TaskProgress } from './task-progress.tsx';
import { useEditMany, usePreview } from './use-many.ts';

const WAYS = [
  ['lock', t`Lock`],
  ['unlock', t`Unlock`],
] as const;

/** Locks or unlocks fields of the selection. */
export function LocksDialog({ picked, onClose }: PickedDialogProps) {
  const [way, setWay] = useState<'lock' | 'unlock'>('lock');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const fields = listFields(picked.kind);
  const { data } = usePreview(picked, {});
  const edit = useEditMany(picked, onClose);
  if (edit.progress !== undefined) return <TaskProgress picked={picked} progress={edit.progress} />;
  const toggle = (lock: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(lock);
    else next.delete(lock);
    setChosen(next);
  };
  const all = fields.map(({ lock }) => lock);
  const run = () => edit.run({ locks: Object.fromEntries([...chosen].map((lock) => [lock, way === 'lock'])) });
  return (
    <Dialog
      title={formatTitle(picked)}
      open
      onClose={() => onClose(false)}
      actions={
        <>
          <Button onClick={() => onClose(false)}>{t`Cancel`}</Button>
          <Button look="primary" busy={edit.isBusy} disabled={chosen.size === 0} onClick={run}>
            {way === 'lock' ? t`Lock` : t`Unlock`}
          </Button>
        </>
      }
    >
      {edit.problem !== undefined && <Note tone="danger">{edit.problem}</Note>}
      <Segments legend={t`Action`} value={way} options={WAYS} onValue={setWay} />
      <p className={css['about']}>
        {way === 'lock'
          ? t`Scans leave locked fields as they are.`
          : t`Unlocked fields take the value of the file the next time it is read.`}
      </p>
      <CheckField
        label={t`All fields`}
        checked={chosen.size === all.length}
        onChecked={(isChosen) => setChosen(new Set(isChosen ? all : []))}
      />
      <ul className={css['locks']}>
        {fields.map(({ name, label, lock }) => (
          <li key={name}>
            <CheckField
              label={label}
              hint={lockedHint(data?.fields[name]?.lockedCount, data?.matched)}
              checked={chosen.has(lock)}
              onChecked={(isChosen) => toggle(lock, isChosen)}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function formatTitle({ kind, count }: Picked): string {
  return kind === 'series'
    ? plural(count, { one: 'Locks of # series', other: 'Locks of # series' })
    : plural(count, { one: 'Locks of # book', other: 'Locks of # books' });
}

function lockedHint(locked: number | undefined, of: number | undefined): string | undefined {
  if (locked === undefined || of === undefined || locked === 0) return undefined;
  if (locked === of) return t`Locked in all`;
  const [count, total] = [formatNumber(locked), formatNumber(of)];
  return t`Locked in ${count} of ${total}`;
}
