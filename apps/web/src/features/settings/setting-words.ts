import type { Setting } from '@lectern/contract';
import { formatNumber } from '#lib/format.ts';

type Described = Pick<Setting, 'valueType' | 'unit' | 'isSensitive' | 'minValue' | 'maxValue'>;

/** The members of a list as the API writes it; none of what is no list of texts. */
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

/** A value for people: "30 days", "On", "None". */
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

/** From where to where a number may go, for its hint. */
export function rangeWords({ minValue, maxValue }: Described): string | undefined {
  if (minValue !== null && maxValue !== null) return `${formatNumber(minValue)} to ${formatNumber(maxValue)}`;
  if (minValue !== null) return `${formatNumber(minValue)} or more`;
  return maxValue === null ? undefined : `${formatNumber(maxValue)} or less`;
}

/** What is wrong with a number before the server is asked. */
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
