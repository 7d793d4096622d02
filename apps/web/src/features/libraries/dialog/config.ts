/** What a library keeps of its own for a strategy: free-form JSON, whose other keys are carried along as they are. */
export type Config = Readonly<Record<string, Json>>;
/** What JSON can hold. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Which keys each strategy asks for; the others wait for theirs to be chosen again. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  'series.flat': ['filenamePatterns', 'requireMetadata'],
  'series.publisher_hierarchy': ['skipDepth', 'storeSkippedAs'],
  'series.calibre': ['seriesMode', 'readOpfMetadata', 'stripIdSuffix', 'authorFromFolder'],
  'series.custom': ['pattern', 'seriesNameTemplate'],
  'book.smart': ['additionalGenericPatterns'],
  'book.custom': ['pattern', 'titleTemplate', 'fallback'],
};

/**
 * A configuration with what the chosen strategy shows as it is edited, and the rest as it is stored: what was typed for another
 * strategy and left there, right or wrong, does not count.
 * @param chosen `series.` or `book.` and the strategy
 */
export function shownConfig(chosen: string, edited: Config, stored: Config): Config {
  const keys = KEYS[chosen] ?? [];
  const kept = Object.entries(stored).filter(([key]) => !keys.includes(key));
  const shown = Object.entries(edited).filter(([key]) => keys.includes(key));
  return Object.fromEntries([...kept, ...shown]);
}

/** The text of a key; empty when it has none. */
export function textIn(config: Config, key: string): string {
  const value = config[key];
  return typeof value === 'string' ? value : '';
}

/** Whether a key is on; `usual` when it says nothing. */
export function flagIn(config: Config, key: string, usual: boolean): boolean {
  const value = config[key];
  return typeof value === 'boolean' ? value : usual;
}

/** The lines of a list of texts, as a person edits them. */
export function linesIn(config: Config, key: string): string {
  const value = config[key];
  if (!Array.isArray(value)) return '';
  return value.filter((line) => typeof line === 'string').join('\n');
}

/** A configuration as the API takes it: lines that hold nothing go, and so do keys without a value; null when nothing is left. */
export function configBody(config: Config): Record<string, Json> | null {
  const kept = Object.entries(config)
    .map(([key, value]) => [key, Array.isArray(value) ? value.filter((line) => !isBlank(line)) : value] as const)
    .filter(([, value]) => !isBlank(value) && !(Array.isArray(value) && value.length === 0));
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

function isBlank(value: Json): boolean {
  return typeof value === 'string' && value.trim() === '';
}

/** A stored configuration; what is no object counts as none. */
export function configOf(stored: unknown): Config {
  return isConfig(stored) ? stored : {};
}

function isConfig(stored: unknown): stored is Config {
  return typeof stored === 'object' && stored !== null && !Array.isArray(stored);
}
