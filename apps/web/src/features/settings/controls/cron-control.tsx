import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PlainScheduleFields, SCHEDULE_KINDS } from '#entities/schedule/plain-schedule-fields.tsx';
import { asKind, readCron, toCron, USUAL_CRON } from '#entities/schedule/schedule.ts';
import { request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { useDebounced } from '#lib/use-debounced.ts';
import { DATES } from '#lib/locale.ts';
import { type ControlProps, getAriaProps } from './control.ts';
import css from './controls.module.css';

type Kind = (typeof SCHEDULE_KINDS)[number][0];

function readKind(cron: string): Kind {
  return cron.trim() === '' ? 'off' : (readCron(cron)?.kind ?? 'cron');
}

/** A schedule in words, or as a cron expression, with its next runs. */
export function CronControl(props: ControlProps) {
  const { value, onValue, setting } = props;
  const { label } = setting;
  // A plain schedule can also be written as an expression.
  const [isWritten, setWritten] = useState(false);
  const kind = isWritten ? 'cron' : readKind(value);
  const choose = (wanted: string) => {
    setWritten(wanted === 'cron');
    const [plain] = SCHEDULE_KINDS.find(([one]) => one === wanted) ?? ['cron'];
    if (plain === 'off') onValue('');
    else if (plain !== 'cron') onValue(toCron(asKind(value, plain)));
    else if (value.trim() === '') onValue(USUAL_CRON);
  };
  return (
    <div className={css['schedule']}>
      <select
        {...getAriaProps(props)}
        className={css['input']}
        value={kind}
        onChange={(event) => choose(event.target.value)}
      >
        {SCHEDULE_KINDS.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
      {kind === 'cron' && (
        <input
          type="text"
          dir="ltr"
          aria-label={t`${label}: cron expression`}
          className={css['input']}
          value={value}
          spellCheck={false}
          autoCapitalize="none"
          onChange={(event) => onValue(event.target.value)}
        />
      )}
      {kind !== 'cron' && kind !== 'off' && (
        <PlainScheduleFields schedule={asKind(value, kind)} onSchedule={(plain) => onValue(toCron(plain))} />
      )}
      <NextRuns cron={value} />
    </div>
  );
}

function NextRuns({ cron }: { readonly cron: string }) {
  const cronSchedule = useDebounced(cron.trim());
  const { data, error } = useQuery({
    queryKey: ['previewSchedule', { cronSchedule }],
    queryFn: async ({ signal }) => request('previewSchedule', { body: { cronSchedule }, signal }),
    enabled: cronSchedule !== '',
  });
  const says = () => {
    if (cronSchedule === '') return t`Never runs by itself.`;
    if (error !== null) return problemSentence(error);
    return data === undefined ? '' : runWords(data.nextRuns, data.cronTimezone);
  };
  return (
    <p role="status" className={css['says']}>
      {says()}
    </p>
  );
}

function runWords(nextRuns: readonly string[], timeZone: string): string {
  const format = new Intl.DateTimeFormat(DATES, {
    ...{ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
    timeZone,
  });
  if (nextRuns.length === 0) return t`Never runs by itself.`;
  const runs = nextRuns
    .slice(0, 2)
    .map((run) => format.format(new Date(run)))
    .join(' · ');
  return t`Next: ${runs} (${timeZone})`;
}
