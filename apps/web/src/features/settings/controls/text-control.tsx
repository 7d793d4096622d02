import { t } from '@lingui/core/macro';
import { useId } from 'react';
import { DATES } from '#lib/locale.ts';
import { optionWords } from '../setting-words.ts';
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
          {optionWords(option)}
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
      placeholder={props.setting.isSet ? t`Set, not shown` : t`Not set`}
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
    const clock = new Intl.DateTimeFormat(DATES, { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit' });
    const time = clock.format(new Date());
    return t`The time there is ${time}.`;
  } catch {
    return '';
  }
}
