import { t } from '@lingui/core/macro';
import type { Setting } from '@lectern/contract';
import { scheduleWords } from '#entities/schedule/schedule.ts';
import { formatBytes, formatNumber } from '#lib/format.ts';

type Described = Pick<Setting, 'valueType' | 'unit' | 'format' | 'isSensitive' | 'minValue' | 'maxValue'>;

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
  if (unit === BYTES) return formatBytes(value);
  return unit === '%' ? `${formatNumber(value)}%` : `${formatNumber(value)} ${unit}`;
}

function textWords(format: Setting['format'], value: string): string {
  if (format === 'cron') return value === '' ? t`Never` : scheduleWords(value);
  return value === '' ? t`Empty` : value;
}

/** Formats a value: "30 days", "On", "None". */
export function valueWords({ valueType, unit, format, isSensitive }: Described, value: string): string {
  if (isSensitive) return t`not shown`;
  switch (valueType) {
    case 'Boolean':
      return value === 'true' ? t`On` : t`Off`;
    case 'Integer':
      return Number.isInteger(Number(value)) && value !== '' ? amount(Number(value), unit) : value;
    case 'Array': {
      const members = readList(value);
      return members.length === 0 ? t`None` : members.join(', ');
    }
    case 'String':
      return textWords(format, value);
  }
}

export function rangeWords({ minValue, maxValue: most, unit }: Described): string | undefined {
  const words = unit === BYTES ? formatBytes : formatNumber;
  // The largest number of all is no limit.
  const maxValue = most === Number.MAX_SAFE_INTEGER ? null : most;
  if (minValue !== null && maxValue !== null) return t`${words(minValue)} to ${words(maxValue)}`;
  if (minValue !== null) return t`${words(minValue)} or more`;
  return maxValue === null ? undefined : t`${words(maxValue)} or less`;
}

/** Client-side validation of a number. */
export function numberProblem(setting: Described, value: string): string | undefined {
  if (setting.valueType !== 'Integer') return undefined;
  const { minValue, maxValue } = setting;
  const number = Number(value);
  const isWhole = /^-?\d+$/.test(value.trim());
  const isWithin = (minValue === null || number >= minValue) && (maxValue === null || number <= maxValue);
  if (isWhole && isWithin) return undefined;
  const range = rangeWords(setting);
  if (setting.unit === BYTES) return range === undefined ? t`Must be a number` : t`Must be a number, ${range}`;
  return range === undefined ? t`Must be a whole number` : t`Must be a whole number, ${range}`;
}
