import { t } from '@lingui/core/macro';
import { CheckField, SelectField } from '#ui/controls/field.tsx';
import css from './library-dialog.module.css';
import type { DraftFieldsProps, LibraryDraft } from './library-draft.ts';
import { ScheduleFields } from './schedule-fields.tsx';
import { scheduleWords } from '#entities/schedule/schedule.ts';

const WATCHES = [
  ['auto', t`Automatic`],
  ['poll', t`Check regularly`],
  ['off', t`Off`],
] as const;

const WATCH_HINTS = {
  auto: t`New books appear within seconds. Network drives do not report changes, so their folders are checked regularly.`,
  poll: t`For network drives and shares that do not report changes. Takes up to a minute.`,
  off: t`Only scans find changes: scheduled scans, and scans that a user starts.`,
} as const;

const MODES = [
  ['normal', t`New and changed files`],
  ['deep', t`All files`],
] as const;

export function ScanFields(props: DraftFieldsProps) {
  const { draft, onChange } = props;
  return (
    <>
      <SelectField
        label={t`Watch for changes`}
        value={draft.watch}
        options={WATCHES}
        onValue={(watch) => onChange({ watch })}
        hint={WATCH_HINTS[draft.watch]}
      />
      <ScheduleFields {...props} />
      <CheckField
        label={t`Scan when the server starts`}
        checked={draft.scanOnStart}
        onChecked={(scanOnStart) => onChange({ scanOnStart })}
      />
      {(draft.schedule !== 'off' || draft.scanOnStart) && (
        <div className={css['nested']}>
          <SelectField
            label={t`Files to read in these scans`}
            value={draft.scanMode}
            options={MODES}
            onValue={(scanMode) => onChange({ scanMode })}
            hint={draft.scanMode === 'deep' ? t`Takes long in a large library.` : undefined}
          />
        </div>
      )}
      <CheckField
        label={t`Delete missing books for good`}
        hint={t`Once a file has been missing for a day, a scan deletes its book with all reading progress. Otherwise missing books stay hidden until their files come back.`}
        checked={draft.purgeDeletedOnScan}
        onChecked={(purgeDeletedOnScan) => onChange({ purgeDeletedOnScan })}
      />
    </>
  );
}

/** The current choice in a few words. */
export function scanSummary({ watch, schedule, cronSchedule, scanOnStart }: LibraryDraft): string {
  const words = scheduleWords(cronSchedule);
  const facts = [
    watch !== 'off' && t`Watched`,
    schedule !== 'off' && t`Schedule: ${words}`,
    scanOnStart && t`At server start`,
  ].filter((fact) => fact !== false);
  return facts.length === 0 ? t`Only when a user starts a scan` : facts.join(' · ');
}
