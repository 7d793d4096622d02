import type { Setting } from '@lectern/contract';
import { formatNumber } from '#lib/format.ts';

type Described = Pick<Setting, 'valueType' | 'unit' | 'isSensitive' | 'minValue' | 'maxValue'>;

/** Parses a list in the text form of the API; empty for anything else. */
export function readList(value: string): readonly string[] {
  try {
    const read: unknown = JSON.parse(value);
    return Array.isArray(read) ? read.filter((item) => typeof item === 'string') : [];
  } catch {
    return [];
  }
}

function amount(value: number, unit: string | null): string {
  if (unit === null) return formatNumber(value);
  return unit === '%' ? `${formatNumber(value)}%` : `${formatNumber(value)} ${unit}`;
}

/** Formats a value: "30 days", "On", "None". */
export function valueWords({ valueType, unit, isSensitive }: Described, value: string): string {
  if (isSensitive) return 'not shown';
  switch (valueType) {
    case 'Boolean':
      return value === 'true' ? 'On' : 'Off';
    case 'Integer':
      return Number.isInteger(Number(value)) && value !== '' ? amount(Number(value), unit) : value;
    case 'Array': {
      const members = readList(value);
      return members.length === 0 ? 'None' : members.join(', ');
    }
    case 'String':
      return value === '' ? 'Empty' : value;
  }
}

export function rangeWords({ minValue, maxValue }: Described): string | undefined {
  if (minValue !== null && maxValue !== null) return `${formatNumber(minValue)} to ${formatNumber(maxValue)}`;
  if (minValue !== null) return `${formatNumber(minValue)} or more`;
  return maxValue === null ? undefined : `${formatNumber(maxValue)} or less`;
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
  return range === undefined ? 'Must be a whole number' : `Must be a whole number, ${range}`;
}
