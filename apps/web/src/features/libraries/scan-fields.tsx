import { CheckField, SelectField, TextField } from '#ui/field.tsx';
import css from './admin-libraries-page.module.css';
import type { DraftFieldsProps } from './library-draft.ts';

const MODES = [
  ['normal', 'New and changed files'],
  ['deep', 'Every file again'],
] as const;

/** When the library is scanned without being asked, and what a scan does. */
export function ScanFields({ draft, problems, onChange }: DraftFieldsProps) {
  return (
    <>
      <CheckField
        label="In use"
        hint="A library that is switched off keeps its books and is not scanned."
        checked={draft.isActive}
        onChecked={(isActive) => onChange({ isActive })}
      />
      <CheckField
        label="Scan when the server starts"
        checked={draft.scanOnStart}
        onChecked={(scanOnStart) => onChange({ scanOnStart })}
      />
      <CheckField
        label="Forget books whose files are gone"
        hint="Otherwise they are kept with their progress, hidden until the file comes back."
        checked={draft.purgeDeletedOnScan}
        onChecked={(purgeDeletedOnScan) => onChange({ purgeDeletedOnScan })}
      />
      <CheckField
        label="Scan on a schedule"
        checked={draft.scheduled}
        onChecked={(scheduled) => onChange({ scheduled })}
      />
      {draft.scheduled && (
        <div className={css['pair']}>
          <TextField
            label="Schedule"
            value={draft.cronSchedule}
            onText={(cronSchedule) => onChange({ cronSchedule })}
            problem={problems['cronSchedule'] ?? problems['scanningConfig.cronSchedule']}
            hint="Minute, hour, day, month, weekday. “0 3 * * *” is every night at three."
            spellCheck={false}
          />
          <TextField
            label="Time zone"
            value={draft.cronTimezone}
            onText={(cronTimezone) => onChange({ cronTimezone })}
            problem={problems['scanningConfig.cronTimezone']}
            hint="Such as “Europe/Berlin”; the server’s own when empty."
            spellCheck={false}
          />
        </div>
      )}
      <SelectField
        label="A scan by itself looks at"
        value={draft.scanMode}
        options={MODES}
        onValue={(scanMode) => onChange({ scanMode })}
      />
    </>
  );
}
