import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { SchedulePreview } from '@lectern/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { fieldProblems } from '#lib/problem.ts';
import { useDebounced } from '#lib/use-debounced.ts';
import { SelectField, TextField } from '#ui/controls/field.tsx';
import { LIBRARY_OPTIONS } from '../library-options.ts';
import css from './library-dialog.module.css';
import { OptionPlace } from './option-place.tsx';
import type { DraftFieldsProps } from './library-draft.ts';
import { schedulePreviewQuery } from './previews.ts';
import { renamed } from './problems.ts';
import { PlainScheduleFields, SCHEDULE_KINDS } from '#entities/schedule/plain-schedule-fields.tsx';
import { asKind, formatRun, readCron, scheduleWords, toCron } from '#entities/schedule/schedule.ts';

const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const ZONES = Intl.supportedValuesOf('timeZone');

/** Scheduled scans: simple choices, or a cron expression. */
export function ScheduleFields({ draft, problems, onChange }: DraftFieldsProps) {
  const { schedule, cronSchedule } = draft;
  const choose = (kind: typeof schedule) => {
    const cron = kind === 'off' || kind === 'cron' ? cronSchedule : toCron(asKind(cronSchedule, kind));
    onChange({ schedule: kind, cronSchedule: cron, ...zoneFor(draft.cronTimezone, schedule) });
  };
  return (
    <>
      <OptionPlace name="schedule">
        <SelectField
          label={LIBRARY_OPTIONS.schedule.label}
          value={schedule}
          options={SCHEDULE_KINDS}
          onValue={choose}
        />
      </OptionPlace>
      {schedule !== 'off' && (
        <div className={css['nested']}>
          {schedule === 'cron' ? (
            <CronField draft={draft} problems={problems} onChange={onChange} />
          ) : (
            <PlainScheduleFields
              schedule={asKind(cronSchedule, schedule)}
              onSchedule={(changed) => onChange({ cronSchedule: toCron(changed) })}
            />
          )}
          <ZoneField draft={draft} problems={problems} onChange={onChange} />
        </div>
      )}
    </>
  );
}

/** A new schedule uses the browser's time zone; an existing one keeps its own. */
function zoneFor(zone: string, before: string) {
  return before === 'off' && zone === '' ? { cronTimezone: OWN_ZONE } : {};
}

function CronField({ draft, problems, onChange }: DraftFieldsProps) {
  const parts = t`Minute, hour, day, month, weekday; seconds can come first.`;
  const words = scheduleWords(draft.cronSchedule);
  const isPlain = readCron(draft.cronSchedule) !== undefined;
  return (
    <TextField
      label={t`Cron expression`}
      dir="ltr"
      value={draft.cronSchedule}
      onText={(cronSchedule) => onChange({ cronSchedule })}
      problem={problems['scanningConfig.cronSchedule']}
      hint={isPlain ? `${parts} ${t`This one: ${words}.`}` : parts}
      spellCheck={false}
      autoCapitalize="none"
    />
  );
}

function ZoneField({ draft, problems, onChange }: DraftFieldsProps) {
  const zones = useId();
  const { cronSchedule, cronTimezone } = useDebounced({
    cronSchedule: draft.cronSchedule.trim(),
    cronTimezone: draft.cronTimezone.trim(),
  });
  const wanted = { cronSchedule, cronTimezone: cronTimezone === '' ? null : cronTimezone };
  const { data, error } = useQuery({
    ...schedulePreviewQuery(wanted),
    enabled: cronSchedule !== '',
    placeholderData: keepPreviousData,
  });
  const faults = renamed(fieldProblems(error), 'cron', 'scanningConfig.cron');
  const problem = problems['scanningConfig.cronTimezone'] ?? faults['scanningConfig.cronTimezone'];
  const fault = draft.schedule === 'cron' ? faults['scanningConfig.cronSchedule'] : undefined;
  const runs = error === null ? data : undefined;
  return (
    <>
      <TextField
        label={t`Time zone`}
        value={draft.cronTimezone}
        onText={(zone) => onChange({ cronTimezone: zone })}
        problem={problem}
        list={zones}
        placeholder={data?.cronTimezone}
        hint={t`Empty: the time zone of the server.`}
        spellCheck={false}
        autoCapitalize="none"
      />
      <datalist id={zones}>
        {ZONES.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <p role="status" className={css['runs']}>
        {fault}
        {runs !== undefined && runs.nextRuns.length > 0 && <NextRuns runs={runs} />}
      </p>
    </>
  );
}

function NextRuns({ runs: { nextRuns, cronTimezone } }: { readonly runs: SchedulePreview }) {
  const runs = nextRuns.map((at, index) => (
    <span key={at}>
      {index > 0 && ' · '}
      {formatRun(at, cronTimezone)}
    </span>
  ));
  return (
    <Trans>
      Next: {runs} <span>({cronTimezone})</span>
    </Trans>
  );
}
