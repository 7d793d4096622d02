import { plural, t } from '@lingui/core/macro';
import { CheckField, SelectField, TextField } from '#ui/controls/field.tsx';
import css from './plain-schedule-fields.module.css';
import { HOURS, type PlainSchedule, WEEKDAYS } from './schedule.ts';

/** Ways to say a schedule, with their words. */
export const SCHEDULE_KINDS = [
  ['off', t`Never`],
  ['daily', t`Daily`],
  ['weekly', t`Weekly`],
  ['monthly', t`Monthly`],
  ['hourly', t`Every few hours`],
  ['cron', t`Custom (cron)`],
] as const;

const DAYS = Array.from({ length: 31 }, (_, index) => {
  const day = index + 1;
  return [String(day), t`Day ${day}`] as const;
});
const EVERY = HOURS.map(
  (hours) =>
    [
      String(hours),
      hours === 1 ? t`Every hour` : plural(hours, { one: 'Every # hour', other: 'Every # hours' }),
    ] as const,
);

interface PlainScheduleProps {
  readonly schedule: PlainSchedule;
  readonly onSchedule: (schedule: PlainSchedule) => void;
}

/** The fields of a schedule that is no cron expression. */
export function PlainScheduleFields({ schedule, onSchedule }: PlainScheduleProps) {
  if (schedule.kind === 'hourly') {
    return (
      <SelectField
        label={t`Interval`}
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
            label={t`Day of the month`}
            value={String(schedule.day)}
            options={DAYS}
            onValue={(day) => onSchedule({ ...schedule, day: Number(day) })}
            hint={schedule.day > 28 ? t`Shorter months are skipped.` : undefined}
          />
        )}
        <TextField
          label={t`Time`}
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
      <legend>{t`Weekdays`}</legend>
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
