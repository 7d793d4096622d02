import { DATES } from '#lib/locale.ts';

const CLOCK = new Intl.DateTimeFormat(DATES, { hour: '2-digit', minute: '2-digit' });
const CLOCK_WITH_SECONDS = new Intl.DateTimeFormat(DATES, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** Time of day of an instant in epoch milliseconds. */
export function formatClock(at: number, withSeconds = false): string {
  return (withSeconds ? CLOCK_WITH_SECONDS : CLOCK).format(at);
}
