import { plural } from '@lingui/core/macro';
import { formatPercent, formatUnit, nameUnit } from '#lib/format.ts';

interface Unit {
  /** "30 days". */
  readonly amount: (count: number) => string;
  /** "days", beside a field with the number. */
  readonly name: (count: number) => string;
}

/** Units of the server that need words. */
const UNITS: Readonly<Record<string, Unit>> = {
  seconds: {
    amount: (count) => plural(count, { one: '# second', other: '# seconds' }),
    name: (count) => plural(count, { one: 'second', other: 'seconds' }),
  },
  days: {
    amount: (count) => plural(count, { one: '# day', other: '# days' }),
    name: (count) => plural(count, { one: 'day', other: 'days' }),
  },
  years: {
    amount: (count) => plural(count, { one: '# year', other: '# years' }),
    name: (count) => plural(count, { one: 'year', other: 'years' }),
  },
  backups: {
    amount: (count) => plural(count, { one: '# backup', other: '# backups' }),
    name: (count) => plural(count, { one: 'backup', other: 'backups' }),
  },
  exports: {
    amount: (count) => plural(count, { one: '# export', other: '# exports' }),
    name: (count) => plural(count, { one: 'export', other: 'exports' }),
  },
  tasks: {
    amount: (count) => plural(count, { one: '# task', other: '# tasks' }),
    name: (count) => plural(count, { one: 'task', other: 'tasks' }),
  },
  requests: {
    amount: (count) => plural(count, { one: '# request', other: '# requests' }),
    name: (count) => plural(count, { one: 'request', other: 'requests' }),
  },
  'requests a second': {
    amount: (count) => plural(count, { one: '# request per second', other: '# requests per second' }),
    name: (count) => plural(count, { one: 'request per second', other: 'requests per second' }),
  },
};

/** "1,000 days", "20%", "500 MB". */
export function amountWords(count: number, unit: string): string {
  if (unit === '%') return formatPercent(count / 100);
  return unit === 'MB' ? formatUnit(count, 'megabyte') : (UNITS[unit]?.amount(count) ?? String(count));
}

/** "days": the unit of a number that stands before it. */
export function unitWords(unit: string, count: number): string {
  return unit === 'MB' ? nameUnit('megabyte') : (UNITS[unit]?.name(count) ?? unit);
}
