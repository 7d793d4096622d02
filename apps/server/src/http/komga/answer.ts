import type { StatusAnswer } from '../requests/dialect-route.ts';

/** A task does the work later. */
export const ACCEPTED: StatusAnswer = { kind: 'status', status: 202 };

/** `2026-01-31T12:00:00Z`: apps read no fractions of a second. @param at epoch milliseconds, or RFC 3339 */
export function formatTime(at: number | string): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/** `12.3 MiB`. */
export function sizeText(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${UNITS[unit] ?? ''}`;
}
