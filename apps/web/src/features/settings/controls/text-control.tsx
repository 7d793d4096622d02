import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { type ControlProps, getAriaProps } from './control.ts';
import css from './controls.module.css';

export function SelectControl(props: ControlProps) {
  return (
    <select
      {...getAriaProps(props)}
      className={css['input']}
      value={props.value}
      onChange={(event) => props.onValue(event.target.value)}
    >
      {(props.setting.options ?? []).map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
  );
}

export function TextControl(props: ControlProps & { readonly list?: string }) {
  const isCode = props.setting.format !== null;
  return (
    <input
      {...getAriaProps(props)}
      type="text"
      className={css['input']}
      list={props.list}
      value={props.value}
      spellCheck={!isCode}
      autoCapitalize={isCode ? 'none' : undefined}
      onChange={(event) => props.onValue(event.target.value)}
    />
  );
}

/** A secret: the stored value is never shown, only replaced. */
export function SecretControl(props: ControlProps) {
  return (
    <input
      {...getAriaProps(props)}
      type="password"
      autoComplete="new-password"
      className={css['input']}
      placeholder={props.setting.isSet ? 'Set, and not shown' : 'Not set'}
      value={props.value}
      onChange={(event) => props.onValue(event.target.value)}
    />
  );
}

/** A time zone with its current time. */
export function TimeZoneControl(props: ControlProps) {
  const list = useId();
  return (
    <>
      <TextControl {...props} list={list} />
      <datalist id={list}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <p className={css['says']}>{timeIn(props.value)}</p>
    </>
  );
}

function timeIn(timeZone: string): string {
  try {
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit' });
    return `There it is ${clock.format(new Date())}.`;
  } catch {
    return '';
  }
}

const DEBOUNCE_MS = 350;

function useDebouncedText(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}

/** A cron expression with its next runs. */
export function CronControl(props: ControlProps) {
  const cronSchedule = useDebouncedText(props.value.trim());
  const { data, error } = useQuery({
    queryKey: ['previewSchedule', { cronSchedule }],
    queryFn: async ({ signal }) => request('previewSchedule', { body: { cronSchedule }, signal }),
    enabled: cronSchedule !== '',
  });
  const says = () => {
    if (cronSchedule === '') return 'Never by itself.';
    if (error !== null) return problemSentence(error);
    return data === undefined ? '' : `Next: ${formatRuns(data.nextRuns, data.cronTimezone)} (${data.cronTimezone})`;
  };
  return (
    <>
      <TextControl {...props} />
      <p role="status" className={css['says']}>
        {says()}
      </p>
    </>
  );
}

function formatRuns(nextRuns: readonly string[], timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
    timeZone,
  });
  const runs = nextRuns.slice(0, 2).map((run) => format.format(new Date(run)));
  return runs.length === 0 ? 'never' : runs.join(' · ');
}
