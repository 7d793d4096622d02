import { LIBRARY_KINDS, type LibraryKind, type LibraryUpdate, type ScanningConfig } from '@lectern/contract';
import type { z } from 'zod';
import type { LibraryRow } from '#db/repos/catalog/libraries.repo.ts';
import { findBadPattern } from '#files/walk/exclude-patterns.ts';
import { complainAboutSchedule } from './preview-schedule.ts';
import {
  checkConfig,
  type Complaint,
  CONFIG_NAMES,
  type ConfigName,
  findPatternFault,
  refuse,
} from './strategy-config.ts';
import { say } from '#words/say.ts';

type Scanning = z.infer<typeof ScanningConfig>;

/** How a new library is scanned. */
export const DEFAULT_SCANNING: Scanning = {
  enabled: false,
  cronSchedule: null,
  cronTimezone: null,
  scanMode: 'normal',
  scanOnStart: false,
  purgeDeletedOnScan: false,
  watch: 'auto',
  followLinksOutside: false,
};

/** Settings of a new library that say how books are sorted, where the request does not. */
export function defaultsFor(kind: LibraryKind = 'mixed') {
  const { seriesStrategy, bookStrategy, numberStrategy } = LIBRARY_KINDS[kind];
  const strategies = { seriesStrategy, bookStrategy, numberStrategy };
  return {
    ...strategies,
    scanning: DEFAULT_SCANNING,
    seriesConfig: null,
    bookConfig: null,
    titlePreprocessingRules: null,
  } as const;
}

/** Settings before a change, as far as checks need them. */
interface CurrentSettings {
  readonly scanning: Scanning;
  readonly seriesStrategy: string;
  readonly bookStrategy: string;
  /** JSON. */
  readonly seriesConfig: string | null;
  readonly bookConfig: string | null;
}

function complainAboutPatterns({ excludedPatterns, titlePreprocessingRules }: LibraryUpdate): Complaint[] {
  const complaints: Complaint[] = [];
  const glob = findBadPattern(excludedPatterns ?? '');
  if (glob !== undefined) {
    complaints.push({
      path: 'excludedPatterns',
      message: say('has a bracket or brace that does not close: {pattern}', { pattern: glob }),
    });
  }
  for (const [index, { pattern }] of (titlePreprocessingRules ?? []).entries()) {
    const message = findPatternFault(pattern);
    if (message !== undefined) complaints.push({ path: `titlePreprocessingRules.${index}.pattern`, message });
  }
  return complaints;
}

type ConfigColumns = Partial<Record<ConfigName, string | null>>;

function checkConfigs(input: LibraryUpdate): {
  readonly change: ConfigColumns;
  readonly complaints: readonly Complaint[];
} {
  const change: ConfigColumns = {};
  const complaints: Complaint[] = [];
  for (const name of CONFIG_NAMES) {
    const given = input[name];
    if (given === null) change[name] = null;
    if (given === undefined || given === null) continue;
    const checked = checkConfig(name, given);
    if (checked.ok) change[name] = JSON.stringify(checked.config);
    else complaints.push(...checked.complaints);
  }
  return { change, complaints };
}

/** Whether a configuration has a value for the key. */
function has(config: string | null | undefined, key: 'pattern' | 'contextTemplate'): boolean {
  const parsed: unknown = config === null || config === undefined ? null : JSON.parse(config);
  if (typeof parsed !== 'object' || parsed === null) return false;
  return Object.entries(parsed).some(([name, value]) => name === key && value !== null);
}

/** The strategy `custom` needs a pattern, or a template of books. */
function complainAboutCustom(input: LibraryUpdate, current: CurrentSettings, change: ConfigColumns): Complaint[] {
  const { seriesConfig, bookConfig } = { ...current, ...change };
  const complaints: Complaint[] = [];
  if ((input.seriesStrategy ?? current.seriesStrategy) === 'custom' && !has(seriesConfig, 'pattern')) {
    complaints.push({ path: 'seriesConfig.pattern', message: say('must be a pattern for the custom strategy') });
  }
  const hasRule = has(bookConfig, 'pattern') || has(bookConfig, 'contextTemplate');
  if ((input.bookStrategy ?? current.bookStrategy) === 'custom' && !hasRule) {
    complaints.push({
      path: 'bookConfig.pattern',
      message: say('must be a pattern or template for the custom strategy'),
    });
  }
  return complaints;
}

function mergeScanning({ scanningConfig }: LibraryUpdate, current: Scanning): Scanning {
  if (scanningConfig === null) return DEFAULT_SCANNING;
  const given = Object.entries(scanningConfig ?? {}).filter(([, value]) => value !== undefined);
  return { ...current, ...Object.fromEntries(given) };
}

/** An empty list means no restriction, as null does. */
function listOrNull(list: readonly unknown[] | null): string | null {
  return list === null || list.length === 0 ? null : JSON.stringify([...new Set(list)]);
}

function strategyColumns(input: LibraryUpdate): Partial<LibraryRow> {
  const { defaultReadingDirection, bookStrategy, numberStrategy, seriesStrategy, numberConfig } = input;
  return {
    ...(defaultReadingDirection === undefined ? {} : { defaultReadingDirection }),
    ...(bookStrategy === undefined ? {} : { bookStrategy }),
    ...(numberStrategy === undefined ? {} : { numberStrategy }),
    ...(seriesStrategy === undefined ? {} : { seriesStrategy }),
    ...(numberConfig === undefined
      ? {}
      : { numberConfig: numberConfig === null ? null : JSON.stringify(numberConfig) }),
  };
}

function flagColumns({ isActive, allowFileDeletion, allowUploads }: LibraryUpdate): Partial<LibraryRow> {
  return {
    ...(isActive === undefined ? {} : { isActive: isActive ? 1 : 0 }),
    ...(allowFileDeletion === undefined ? {} : { allowFileDeletion: allowFileDeletion ? 1 : 0 }),
    ...(allowUploads === undefined ? {} : { allowUploads: allowUploads ? 1 : 0 }),
  };
}

function plainColumns(input: LibraryUpdate): Partial<LibraryRow> {
  const { description, kind, excludedPatterns, allowedFormats, titlePreprocessingRules: rules } = input;
  return {
    ...flagColumns(input),
    ...(description === undefined ? {} : { description }),
    ...(kind === undefined ? {} : { kind }),
    ...(excludedPatterns === undefined ? {} : { excludedPatterns: excludedPatterns === '' ? null : excludedPatterns }),
    ...(allowedFormats === undefined ? {} : { allowedFormats: listOrNull(allowedFormats) }),
    ...(rules === undefined ? {} : { titlePreprocessingRules: listOrNull(rules) }),
  };
}

/**
 * Checks the settings of a request: an absent one stays, null clears it.
 * @returns the columns to write, without name and path
 * @throws {AppError} `BadRequest` with every fault
 */
export function readSettings(input: LibraryUpdate, current: CurrentSettings): Partial<LibraryRow> {
  const scanning = mergeScanning(input, current.scanning);
  const configs = checkConfigs(input);
  refuse([
    ...(input.scanningConfig === undefined ? [] : complainAboutSchedule(scanning, 'scanningConfig.')),
    ...complainAboutPatterns(input),
    // An invalid pattern is not also missing.
    ...(configs.complaints.length > 0 ? configs.complaints : complainAboutCustom(input, current, configs.change)),
  ]);
  return {
    ...plainColumns(input),
    ...strategyColumns(input),
    ...configs.change,
    scanningConfig: JSON.stringify(scanning),
  };
}
