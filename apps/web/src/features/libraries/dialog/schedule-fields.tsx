import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { fieldProblems } from '#lib/problem.ts';
import { useDebounced } from '#lib/use-debounced.ts';
import { CheckField, SelectField, TextField } from '#ui/controls/field.tsx';
import css from './library-dialog.module.css';
import type { DraftFieldsProps } from './library-draft.ts';
import { schedulePreviewQuery } from './previews.ts';
import { renamed } from './problems.ts';
import {
  asKind,
  formatRun,
  HOURS,
  type PlainSchedule,
  readCron,
  scheduleWords,
  toCron,
  WEEKDAYS,
} from '#entities/schedule/schedule.ts';

const KINDS = [
  ['off', 'Never'],
  ['daily', 'Every day'],
  ['weekly', 'On some weekdays'],
  ['monthly', 'Once a month'],
  ['hourly', 'Every few hours'],
  ['cron', 'By an own schedule (cron)'],
] as const;

const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const ZONES = Intl.supportedValuesOf('timeZone');
const DAYS = Array.from({ length: 31 }, (_, index) => [String(index + 1), `Day ${index + 1}`] as const);
const EVERY = HOURS.map((hours) => [String(hours), hours === 1 ? 'Every hour' : `Every ${hours} hours`] as const);

/** Scheduled scans: simple choices, or a cron expression. */
export function ScheduleFields({ draft, problems, onChange }: DraftFieldsProps) {
  const { schedule, cronSchedule } = draft;
  const choose = (kind: typeof schedule) => {
    const cron = kind === 'off' || kind === 'cron' ? cronSchedule : toCron(asKind(cronSchedule, kind));
    onChange({ schedule: kind, cronSchedule: cron, ...zoneFor(draft.cronTimezone, schedule) });
  };
  return (
    <>
      <SelectField label="Scan by the clock" value={schedule} options={KINDS} onValue={choose} />
      {schedule !== 'off' && (
        <div className={css['nested']}>
          {schedule === 'cron' ? (
            <CronField draft={draft} problems={problems} onChange={onChange} />
          ) : (
            <PlainFields
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

interface PlainFieldsProps {
  readonly schedule: PlainSchedule;
  readonly onSchedule: (schedule: PlainSchedule) => void;
}

function PlainFields({ schedule, onSchedule }: PlainFieldsProps) {
  if (schedule.kind === 'hourly') {
    return (
      <SelectField
        label="How often"
        value={String(schedule.every)}
        options={EVERY}
        onValue={(every) => onSchedule({ ...schedule, every: Number(every) })}
      />
    );
  }
  return (
    <>
      {schedule.kind === 'weekly' && (
        <Weekdays days={schedule.days} onDays={(days) => onSchedule({ ...schedule, days })} />
      )}
      <div className={css['pair']}>
        {schedule.kind === 'monthly' && (
          <SelectField
            label="On"
            value={String(schedule.day)}
            options={DAYS}
            onValue={(day) => onSchedule({ ...schedule, day: Number(day) })}
            hint={schedule.day > 28 ? 'Shorter months are left out.' : undefined}
          />
        )}
        <TextField
          label="At"
          type="time"
          value={schedule.time}
          required
          onText={(time) => {
            if (time !== '') onSchedule({ ...schedule, time });
          }}
        />
      </div>
    </>
  );
}

interface WeekdaysProps {
  readonly days: readonly number[];
  readonly onDays: (days: readonly number[]) => void;
}

/** The last weekday cannot be cleared: the schedule would never run. */
function Weekdays({ days, onDays }: WeekdaysProps) {
  return (
    <fieldset className={css['group']}>
      <legend>On</legend>
      <div className={css['days']}>
        {WEEKDAYS.map(([day, name]) => (
          <CheckField
            key={day}
            label={name}
            checked={days.includes(day)}
            disabled={days.length === 1 && days.includes(day)}
            onChecked={(checked) =>
              onDays(
                [...days.filter((one) => one !== day), ...(checked ? [day] : [])].sort((one, other) => one - other),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

function CronField({ draft, problems, onChange }: DraftFieldsProps) {
  const plain = readCron(draft.cronSchedule);
  const says = plain === undefined ? '' : ` This one: ${scheduleWords(draft.cronSchedule)}.`;
  return (
    <TextField
      label="Schedule"
      value={draft.cronSchedule}
      onText={(cronSchedule) => onChange({ cronSchedule })}
      problem={problems['scanningConfig.cronSchedule']}
      hint={`Minute, hour, day, month, weekday; seconds may come first.${says}`}
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
        label="Time zone"
        value={draft.cronTimezone}
        onText={(zone) => onChange({ cronTimezone: zone })}
        problem={problem}
        list={zones}
        placeholder={data?.cronTimezone}
        hint="The server’s own when empty."
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
        {runs !== undefined && runs.nextRuns.length > 0 && (
          <>
            Next:{' '}
            {runs.nextRuns.map((at, index) => (
              <span key={at}>
                {index > 0 && ' · '}
                {formatRun(at, runs.cronTimezone)}
              </span>
            ))}{' '}
            <span>({runs.cronTimezone})</span>
          </>
        )}
      </p>
    </>
  );
}
