import { appOptionOf } from '#entities/preferences/look-options.ts';
import { usePreferences } from '#entities/preferences/store.ts';
import { formatMoment, formatNumber } from '#lib/format.ts';

/** A day and a number as they are written now. */
export function FormatSample() {
  // what is written changes with it
  appOptionOf(usePreferences(), 'ui.formats');
  return `${formatMoment('2026-11-22T14:30:00')} · ${formatNumber(1234567.8)}`;
}
