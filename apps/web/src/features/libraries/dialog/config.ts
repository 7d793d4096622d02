/** Strategy configuration of a library: free-form JSON; unknown keys are kept. */
export type Config = Readonly<Record<string, Json>>;
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Keys used by each strategy; those of other strategies stay stored. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  'series.flat': ['filenamePatterns', 'requireMetadata'],
  'series.publisher_hierarchy': ['skipDepth', 'storeSkippedAs'],
  'series.calibre': ['seriesMode', 'readOpfMetadata', 'stripIdSuffix', 'authorFromFolder'],
  'series.custom': ['pattern', 'seriesNameTemplate'],
  'book.smart': ['additionalGenericPatterns'],
  'book.custom': ['pattern', 'titleTemplate', 'fallback'],
};

/**
 * Merges edits for the chosen strategy into the stored configuration. Edits made for another strategy are ignored.
 * @param chosen `series.` or `book.` plus the strategy
 */
export function shownConfig(chosen: string, edited: Config, stored: Config): Config {
  const keys = KEYS[chosen] ?? [];
  const kept = Object.entries(stored).filter(([key]) => !keys.includes(key));
  const shown = Object.entries(edited).filter(([key]) => keys.includes(key));
  return Object.fromEntries([...kept, ...shown]);
}

/** Empty without a value. */
export function textIn(config: Config, key: string): string {
  const value = config[key];
  return typeof value === 'string' ? value : '';
}

/** `usual` applies without a value. */
export function flagIn(config: Config, key: string, usual: boolean): boolean {
  const value = config[key];
  return typeof value === 'boolean' ? value : usual;
}

export function linesIn(config: Config, key: string): string {
  const value = config[key];
  if (!Array.isArray(value)) return '';
  return value.filter((line) => typeof line === 'string').join('\n');
}

/** Request body without blank lines and empty values; null when nothing remains. */
export function configBody(config: Config): Record<string, Json> | null {
  const kept = Object.entries(config)
    .map(([key, value]) => [key, Array.isArray(value) ? value.filter((line) => !isBlank(line)) : value] as const)
    .filter(([, value]) => !isBlank(value) && !(Array.isArray(value) && value.length === 0));
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

function isBlank(value: Json): boolean {
  return typeof value === 'string' && value.trim() === '';
}

/** Anything but an object counts as empty. */
export function parseConfig(stored: unknown): Config {
  return isConfig(stored) ? stored : {};
}

function isConfig(stored: unknown): stored is Config {
  return typeof stored === 'object' && stored !== null && !Array.isArray(stored);
}
