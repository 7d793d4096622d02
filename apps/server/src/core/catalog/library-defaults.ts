import { DEFAULT_SCANNING } from './library-settings.ts';

/** What a library follows when nothing is said. */
export const LIBRARY_DEFAULTS = {
  scanning: DEFAULT_SCANNING,
  seriesStrategy: 'series_volume',
  bookStrategy: 'filename',
  numberStrategy: 'file_order',
  seriesConfig: null,
  bookConfig: null,
  titlePreprocessingRules: null,
} as const;
