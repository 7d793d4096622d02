import { t } from '@lingui/core/macro';
import { CheckField, SelectField } from '#ui/controls/field.tsx';
import { LIBRARY_OPTIONS } from '../library-options.ts';
import css from './library-dialog.module.css';
import { OptionPlace } from './option-place.tsx';
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
      <OptionPlace name="watch">
        <SelectField
          label={LIBRARY_OPTIONS.watch.label}
          value={draft.watch}
          options={WATCHES}
          onValue={(watch) => onChange({ watch })}
          hint={WATCH_HINTS[draft.watch]}
        />
      </OptionPlace>
      <ScheduleFields {...props} />
      <OptionPlace name="scanOnStart">
        <CheckField
          label={LIBRARY_OPTIONS.scanOnStart.label}
          checked={draft.scanOnStart}
          onChecked={(scanOnStart) => onChange({ scanOnStart })}
        />
      </OptionPlace>
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
      <OptionPlace name="purgeDeletedOnScan">
        <CheckField
          label={LIBRARY_OPTIONS.purgeDeletedOnScan.label}
          hint={LIBRARY_OPTIONS.purgeDeletedOnScan.help}
          checked={draft.purgeDeletedOnScan}
          onChecked={(purgeDeletedOnScan) => onChange({ purgeDeletedOnScan })}
        />
      </OptionPlace>
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
