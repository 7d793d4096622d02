import { t } from '@lingui/core/macro';

/**
 * Greets by time of day.
 * @param hour local hour, 0 to 23
 */
export function greeting(hour: number, name: string | undefined): string {
  const word = hour < 5 ? t`Good night` : hour < 12 ? t`Good morning` : hour < 18 ? t`Good afternoon` : t`Good evening`;
  return name === undefined ? word : `${word}, ${name}`;
}
