import { t } from '@lingui/core/macro';
import { CheckField, SelectField } from '#ui/controls/field.tsx';
import css from './library-dialog.module.css';
import type { DraftFieldsProps, LibraryDraft } from './library-draft.ts';
import { ScheduleFields } from './schedule-fields.tsx';
import { scheduleWords } from '#entities/schedule/schedule.ts';

const WATCHES = [
  ['auto', t`As soon as the system tells`],
  ['poll', t`By looking through the folder again and again`],
  ['off', t`Not by themselves`],
] as const;

const WATCH_HINTS = {
  auto: t`A new book is there within seconds. On network drives, which tell nothing, the folder is looked through.`,
  poll: t`For network drives and shares that do not tell of changes. Takes up to a minute.`,
  off: t`Only scans find what changed: those by the clock, and those that somebody starts.`,
} as const;

const MODES = [
  ['normal', t`New and changed files`],
  ['deep', t`Every file again`],
] as const;

export function ScanFields(props: DraftFieldsProps) {
  const { draft, onChange } = props;
  return (
    <>
      <SelectField
        label={t`Changes in the folder are noticed`}
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
            label={t`These scans look at`}
            value={draft.scanMode}
            options={MODES}
            onValue={(scanMode) => onChange({ scanMode })}
            hint={draft.scanMode === 'deep' ? t`Reads every file, which takes long in a large library.` : undefined}
          />
        </div>
      )}
      <CheckField
        label={t`Forget books whose files are gone`}
        hint={t`A scan forgets them, with everybody’s progress, once they have been gone for a day: until then a file may only be on its way. Otherwise they stay hidden until their file comes back.`}
        checked={draft.purgeDeletedOnScan}
        onChecked={(purgeDeletedOnScan) => onChange({ purgeDeletedOnScan })}
      />
    </>
  );
}

/** The current choice in a few words. */
export function scanSummary({ watch, schedule, cronSchedule, scanOnStart }: LibraryDraft): string {
  const parts = [
    watch === 'off' ? undefined : t`Watched`,
    schedule === 'off' ? undefined : t`scanned ${scheduleWords(cronSchedule)}`,
    scanOnStart ? t`at every start` : undefined,
  ].filter((part) => part !== undefined);
  const [first = t`only when somebody asks`, ...rest] = parts;
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(', ');
}
