import { plural, t } from '@lingui/core/macro';
import type { Setting } from '@lectern/contract';
import { type SubmitEvent, useState } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { draftedValue, type Drafts, toUpdates } from './drafts.ts';
import { numberProblem } from './setting-words.ts';
import css from './settings-page.module.css';
import type { Save } from './use-save.ts';

interface SaveBarProps {
  readonly settings: readonly Setting[];
  readonly drafts: Drafts;
  readonly save: Save;
  readonly onDiscard: () => void;
}

/** Unsaved changes, an optional reason, and the save and discard buttons. */
export function SaveBar({ settings, drafts, save, onDiscard }: SaveBarProps) {
  const [reason, setReason] = useState('');
  const count = toUpdates(drafts, settings).length;
  if (count === 0) return null;
  const wrong = settings.filter(
    (setting) =>
      setting.key in drafts && numberProblem(setting, draftedValue(setting, drafts[setting.key])) !== undefined,
  );
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (save.isBusy) return;
    if (wrong.length === 0) save.run(reason);
    else document.querySelector<HTMLElement>('[role="group"][data-drafted="true"] [aria-invalid="true"]')?.focus();
  };
  return (
    <form className={css['bar']} aria-label={t`Unsaved changes`} onSubmit={submit}>
      <div role="alert" className={css['refusal']}>
        {save.refusal !== undefined && <Note tone="danger">{save.refusal}</Note>}
      </div>
      <p role="status" className={css['unsaved']}>
        {plural(count, { one: '# change not saved', other: '# changes not saved' })}
      </p>
      <input
        type="text"
        className={css['reason']}
        aria-label={t`Reason for the change`}
        placeholder={t`Reason, kept in the history`}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className={css['buttons']}>
        <Button onClick={onDiscard}>{t`Discard`}</Button>
        <Button type="submit" look="primary" busy={save.isBusy}>{t`Save`}</Button>
      </div>
    </form>
  );
}
