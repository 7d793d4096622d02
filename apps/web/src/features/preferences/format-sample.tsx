import { getAppOption } from '#entities/preferences/look-options.ts';
import { usePreferences } from '#entities/preferences/store.ts';
import { formatMoment, formatNumber } from '#lib/format.ts';

export function FormatSample() {
  // rerenders when the format changes
  getAppOption(usePreferences(), 'ui.formats');
  return `${formatMoment('2026-11-22T14:30:00')} · ${formatNumber(1234567.8)}`;
}
