import { t } from '@lingui/core/macro';
import { useId, useState } from 'react';
import { LANGUAGE } from '#lib/locale.ts';
import { SelectField, TextArea, TextField } from '#ui/controls/field.tsx';
import type { Json } from '../draft.ts';
import { type ControlProps, toText } from './control-props.ts';

function words(text: string): Json {
  return text === '' ? null : text;
}

export function TextControl({ field, value, onValue, ...frame }: ControlProps) {
  return (
    <TextField
      {...frame}
      label={field.label}
      value={toText(value)}
      onText={(text) => onValue(words(text))}
      maxLength={1000}
      autoComplete="off"
    />
  );
}

export function LongControl({ field, value, onValue, ...frame }: ControlProps) {
  return (
    <TextArea
      {...frame}
      prose
      label={field.label}
      value={toText(value)}
      maxLength={100_000}
      onText={(text) => onValue(words(text))}
    />
  );
}

/** Invalid input stays text, so that validation can report it. */
function numberIn(text: string): Json {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const number = Number(trimmed.replace(',', '.'));
  return Number.isFinite(number) && !/[.,]0*$/.test(trimmed) ? number : trimmed;
}

export function NumberControl({ field, value, onValue, ...frame }: ControlProps) {
  return (
    <TextField
      {...frame}
      label={field.label}
      inputMode={field.family === 'whole' ? 'numeric' : 'decimal'}
      value={toText(value)}
      onText={(text) => onValue(numberIn(text))}
      autoComplete="off"
    />
  );
}

const UNSAID = '';

/** A select with an empty choice. */
export function ChoiceControl({ field, value, onValue, ...frame }: ControlProps) {
  const choices = field.choices ?? [];
  const current = toText(value);
  // a value from a file outside of the choices stays visible
  const unknown =
    current !== '' && !choices.some(([choice]) => choice === current) ? [[current, current] as const] : [];
  const options = [...(field.needed === true ? [] : [[UNSAID, t`Not set`] as const]), ...choices, ...unknown];
  return (
    <SelectField
      {...frame}
      label={field.label}
      value={current}
      options={options}
      onValue={(choice) => onValue(words(choice))}
    />
  );
}

const FLAGS = [
  [UNSAID, t`Not set`],
  ['yes', t`Yes`],
  ['no', t`No`],
] as const;

/** Yes, no, or unset. */
export function FlagControl({ field, value, onValue, ...frame }: ControlProps) {
  return (
    <SelectField
      {...frame}
      label={field.label}
      value={value === true ? 'yes' : value === false ? 'no' : UNSAID}
      options={FLAGS}
      onValue={(choice) => onValue(choice === UNSAID ? null : choice === 'yes')}
    />
  );
}

const LANGUAGES = [
  'en',
  'ja',
  'fr',
  'de',
  'es',
  'it',
  'pt',
  'pt-BR',
  'ko',
  'zh',
  'zh-Hans',
  'zh-Hant',
  'ru',
  'pl',
  'nl',
  'sv',
  'da',
  'nb',
  'fi',
  'cs',
  'hu',
  'tr',
  'id',
  'vi',
  'th',
  'uk',
  'ar',
  'he',
  'ca',
  'el',
];
const NAMES = new Intl.DisplayNames(LANGUAGE, { type: 'language', fallback: 'none' });

function languageName(code: string): string | undefined {
  try {
    return NAMES.of(code);
  } catch {
    return undefined;
  }
}

/** A language code with its name and suggestions. */
export function LanguageControl({ field, value, onValue, hint, ...frame }: ControlProps) {
  const id = useId();
  const code = toText(value);
  const name = code === '' ? undefined : languageName(code);
  return (
    <>
      <TextField
        {...frame}
        label={field.label}
        hint={
          name === undefined ? (
            hint
          ) : (
            <>
              {name}
              {hint !== undefined && ' · '}
              {hint}
            </>
          )
        }
        value={code}
        list={id}
        maxLength={35}
        onText={(text) => onValue(words(text.trim()))}
        autoComplete="off"
        autoCapitalize="none"
      />
      <datalist id={id}>
        {LANGUAGES.map((one) => (
          <option key={one} value={one}>
            {languageName(one)}
          </option>
        ))}
      </datalist>
    </>
  );
}

function jsonText(value: Json): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** Any JSON object; invalid text is kept as typed. */
export function JsonControl({ field, value, onValue, ...frame }: ControlProps) {
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: Json }>();
  // keeps the typed text unless the value changed elsewhere
  const shown =
    typed !== undefined && JSON.stringify(typed.value) === JSON.stringify(value) ? typed.text : jsonText(value);
  return (
    <TextArea
      {...frame}
      label={field.label}
      value={shown}
      rows={6}
      spellCheck={false}
      autoCapitalize="none"
      onText={(text) => {
        const next = readJson(text);
        setTyped({ text, value: next });
        onValue(next);
      }}
    />
  );
}

function readJson(text: string): Json {
  if (text.trim() === '') return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : text;
  } catch {
    return text;
  }
}
