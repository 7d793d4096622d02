import { t } from '@lingui/core/macro';

/**
 * Greets by time of day.
 * @param hour local hour, 0 to 23
 */
export function greeting(hour: number, name: string | undefined): string {
  if (name === undefined) {
    return hour < 5 ? t`Good night` : hour < 12 ? t`Good morning` : hour < 18 ? t`Good afternoon` : t`Good evening`;
  }
  if (hour < 5) return t`Good night, ${name}`;
  if (hour < 12) return t`Good morning, ${name}`;
  return hour < 18 ? t`Good afternoon, ${name}` : t`Good evening, ${name}`;
}
