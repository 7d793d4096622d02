import { t } from '@lingui/core/macro';
import type { Setting } from '@lectern/contract';
import { scheduleWords } from '#entities/schedule/schedule.ts';
import { AUDIENCE_WORDS } from '#entities/share/share-words.ts';
import { formatBytes, formatNumber, joinList } from '#lib/format.ts';
import { amountWords } from './unit-words.ts';

type Described = Pick<Setting, 'valueType' | 'unit' | 'format' | 'options' | 'isSensitive' | 'minValue' | 'maxValue'>;

/** Parses a list in the text form of the API; empty for anything else. */
export function readList(value: string): readonly string[] {
  try {
    const read: unknown = JSON.parse(value);
    return Array.isArray(read) ? read.filter((item) => typeof item === 'string') : [];
  } catch {
    return [];
  }
}

/** The server counts bytes; people think in gigabytes. */
export const BYTES = 'bytes';
const GIGABYTE = 1_000_000_000;

/** Bytes as a number of gigabytes for a field, to the second decimal. @param value in the text form of the API */
export function toGigabytes(value: string): string {
  const bytes = Number(value);
  return value === '' || !Number.isFinite(bytes) ? value : String(Math.round(bytes / (GIGABYTE / 100)) / 100);
}

/** Gigabytes of a field as bytes; what is no number stays as it is. */
export function fromGigabytes(text: string): string {
  const gigabytes = Number(text);
  return text.trim() === '' || !Number.isFinite(gigabytes) ? text : String(Math.round(gigabytes * GIGABYTE));
}

function amount(value: number, unit: string | null): string {
  if (unit === null) return formatNumber(value);
  return unit === BYTES ? formatBytes(value) : amountWords(value, unit);
}

/** Levels of the log, roles, and who may open links. */
const OPTIONS: Readonly<Record<string, string>> = {
  fatal: t`Fatal errors`,
  error: t`Errors`,
  warn: t`Warnings`,
  info: t`Info`,
  debug: t`Debug`,
  trace: t`Trace`,
  silent: t`None`,
  reader: t`Reader`,
  maintainer: t`Maintainer`,
  admin: t`Admin`,
  off: t`Off`,
  ...AUDIENCE_WORDS,
};

export function optionWords(option: string): string {
  return OPTIONS[option] ?? option;
}

function textWords({ format, options }: Described, value: string): string {
  if (format === 'library' && value === '') return t({ message: 'None', context: 'library' });
  if (format === 'cron') return value === '' ? t`Never` : scheduleWords(value);
  if (options !== null) return optionWords(value);
  return value === '' ? t`Empty` : value;
}

/** Formats a value: "30 days", "On", "None". */
export function valueWords(setting: Described, value: string): string {
  const { valueType, unit, isSensitive } = setting;
  if (isSensitive) return t`Not shown`;
  switch (valueType) {
    case 'Boolean':
      return value === 'true' ? t`On` : t`Off`;
    case 'Integer':
      return Number.isInteger(Number(value)) && value !== '' ? amount(Number(value), unit) : value;
    case 'Array': {
      const members = readList(value);
      return members.length === 0 ? t`None` : joinList(setting.options === null ? members : members.map(optionWords));
    }
    case 'String':
      return textWords(setting, value);
  }
}

interface Bounds {
  readonly min: string | undefined;
  readonly max: string | undefined;
}

function getBounds({ minValue, maxValue, unit }: Described): Bounds {
  const say = unit === BYTES ? formatBytes : formatNumber;
  return {
    min: minValue === null ? undefined : say(minValue),
    // The largest number of all is no limit.
    max: maxValue === null || maxValue === Number.MAX_SAFE_INTEGER ? undefined : say(maxValue),
  };
}

export function rangeWords(setting: Described): string | undefined {
  const { min, max } = getBounds(setting);
  if (min !== undefined && max !== undefined) return t`${min} to ${max}`;
  if (min !== undefined) return t`${min} or more`;
  return max === undefined ? undefined : t`${max} or less`;
}

function amountProblem({ min, max }: Bounds): string {
  if (min !== undefined && max !== undefined) return t`Must be a number, ${min} to ${max}`;
  if (min !== undefined) return t`Must be a number, ${min} or more`;
  return max === undefined ? t`Must be a number` : t`Must be a number, ${max} or less`;
}

function wholeProblem({ min, max }: Bounds): string {
  if (min !== undefined && max !== undefined) return t`Must be a whole number, ${min} to ${max}`;
  if (min !== undefined) return t`Must be a whole number, ${min} or more`;
  return max === undefined ? t`Must be a whole number` : t`Must be a whole number, ${max} or less`;
}

/** Client-side validation of a number. */
export function numberProblem(setting: Described, value: string): string | undefined {
  if (setting.valueType !== 'Integer') return undefined;
  const { minValue, maxValue } = setting;
  const number = Number(value);
  const isWhole = /^-?\d+$/.test(value.trim());
  const isWithin = (minValue === null || number >= minValue) && (maxValue === null || number <= maxValue);
  if (isWhole && isWithin) return undefined;
  const bounds = getBounds(setting);
  return setting.unit === BYTES ? amountProblem(bounds) : wholeProblem(bounds);
}
