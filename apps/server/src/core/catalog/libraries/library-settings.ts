import type { LibraryUpdate, ScanningConfig, SchedulePreview, ScheduleRequest } from '@lectern/contract';
import type { z } from 'zod';
import type { Config } from '#config/schema.ts';
import { isTimeZone } from '#config/value-checks.ts';
import { AppError } from '#core/errors.ts';
import { findScheduleFault } from '#core/settings/check-schedule.ts';
import type { LibraryRow } from '#db/repos/catalog/libraries.repo.ts';
import { findBadPattern } from '#files/walk/exclude-patterns.ts';
import { findNextRun } from '#jobs/cron.ts';
import { checkConfig, type Complaint, CONFIG_NAMES, type ConfigName, findPatternFault } from './strategy-config.ts';

type Scanning = z.infer<typeof ScanningConfig>;

/** How a library is scanned when nothing is said. */
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

/** What a library has before a change, as far as the change is judged by it. */
interface CurrentSettings {
  readonly scanning: Scanning;
  readonly seriesStrategy: string;
  readonly bookStrategy: string;
  /** JSON. */
  readonly seriesConfig: string | null;
  readonly bookConfig: string | null;
}

function complainAboutScanning({ cronSchedule, cronTimezone }: Scanning): Complaint[] {
  const complaints: Complaint[] = [];
  const fault = cronSchedule === null ? undefined : findScheduleFault(cronSchedule);
  if (fault !== undefined) complaints.push({ path: 'scanningConfig.cronSchedule', message: fault });
  if (cronTimezone !== null && !isTimeZone(cronTimezone)) {
    const message = `"${cronTimezone}" is no IANA time zone, for example Europe/Paris`;
    complaints.push({ path: 'scanningConfig.cronTimezone', message });
  }
  return complaints;
}

function complainAboutPatterns({ excludedPatterns, titlePreprocessingRules }: LibraryUpdate): Complaint[] {
  const complaints: Complaint[] = [];
  const glob = findBadPattern(excludedPatterns ?? '');
  if (glob !== undefined) {
    complaints.push({ path: 'excludedPatterns', message: `"${glob}" is no glob: a bracket or brace does not close` });
  }
  for (const [index, { pattern }] of (titlePreprocessingRules ?? []).entries()) {
    const message = findPatternFault(pattern);
    if (message !== undefined) complaints.push({ path: `titlePreprocessingRules.${index}.pattern`, message });
  }
  return complaints;
}

interface CheckedConfigs {
  readonly change: Partial<Record<ConfigName, string | null>>;
  readonly complaints: readonly Complaint[];
}

function checkConfigs(input: LibraryUpdate): CheckedConfigs {
  const change: Partial<Record<ConfigName, string | null>> = {};
  const complaints: Complaint[] = [];
  for (const name of CONFIG_NAMES) {
    const given = input[name];
    if (given === undefined) continue;
    if (given === null) {
      change[name] = null;
      continue;
    }
    const checked = checkConfig(name, given);
    if (checked.ok) change[name] = JSON.stringify(checked.config);
    else complaints.push(...checked.complaints);
  }
  return { change, complaints };
}

/** Whether a setting of a configuration says something. */
function says(config: string | null | undefined, key: 'pattern' | 'contextTemplate'): boolean {
  const parsed: unknown = config === null || config === undefined ? null : JSON.parse(config);
  if (typeof parsed !== 'object' || parsed === null) return false;
  return Object.entries(parsed).some(([name, value]) => name === key && value !== null);
}

/** A custom strategy without the pattern, or of books the template, that makes it one. */
function complainAboutCustom(
  input: LibraryUpdate,
  current: CurrentSettings,
  change: CheckedConfigs['change'],
): Complaint[] {
  const after = { ...current, ...change };
  const complaints: Complaint[] = [];
  const message = 'is needed by the strategy custom';
  if ((input.seriesStrategy ?? current.seriesStrategy) === 'custom' && !says(after.seriesConfig, 'pattern')) {
    complaints.push({ path: 'seriesConfig.pattern', message });
  }
  const isTold = says(after.bookConfig, 'pattern') || says(after.bookConfig, 'contextTemplate');
  if ((input.bookStrategy ?? current.bookStrategy) === 'custom' && !isTold) {
    complaints.push({ path: 'bookConfig.pattern', message: `${message}, or contextTemplate` });
  }
  return complaints;
}

function refuse(complaints: readonly Complaint[]): void {
  const [first] = complaints;
  if (first === undefined) return;
  throw new AppError('BadRequest', `Invalid body: ${first.path}: ${first.message}`, { details: complaints });
}

function scanningAfter(input: LibraryUpdate, current: Scanning): Scanning {
  if (input.scanningConfig === null) return DEFAULT_SCANNING;
  const given = Object.entries(input.scanningConfig ?? {}).filter(([, value]) => value !== undefined);
  return { ...current, ...Object.fromEntries(given) };
}

function jsonOrNull(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}

function strategyColumns(input: LibraryUpdate): Partial<LibraryRow> {
  const { defaultReadingDirection, bookStrategy, numberStrategy, seriesStrategy, numberConfig } = input;
  return {
    ...(defaultReadingDirection === undefined ? {} : { defaultReadingDirection }),
    ...(bookStrategy === undefined ? {} : { bookStrategy }),
    ...(numberStrategy === undefined ? {} : { numberStrategy }),
    ...(seriesStrategy === undefined ? {} : { seriesStrategy }),
    ...(numberConfig === undefined ? {} : { numberConfig: jsonOrNull(numberConfig) }),
  };
}

function plainColumns(input: LibraryUpdate): Partial<LibraryRow> {
  const { description, isActive, excludedPatterns, allowedFormats, titlePreprocessingRules: rules } = input;
  return {
    ...(description === undefined ? {} : { description }),
    ...(isActive === undefined ? {} : { isActive: isActive ? 1 : 0 }),
    ...(excludedPatterns === undefined ? {} : { excludedPatterns: excludedPatterns === '' ? null : excludedPatterns }),
    ...(allowedFormats === undefined ? {} : { allowedFormats: jsonOrNull(noneAsNull(allowedFormats)) }),
    ...(rules === undefined ? {} : { titlePreprocessingRules: jsonOrNull(noneAsNull(rules)) }),
  };
}

/**
 * The columns that a request changes, checked: what is absent stays, null clears. Name and path are not in it.
 * @throws {AppError} `BadRequest` with everything that is wrong
 */
export function readSettings(input: LibraryUpdate, current: CurrentSettings): Partial<LibraryRow> {
  const scanning = scanningAfter(input, current.scanning);
  const configs = checkConfigs(input);
  refuse([
    ...(input.scanningConfig === undefined ? [] : complainAboutScanning(scanning)),
    ...complainAboutPatterns(input),
    // A pattern that is none is not missing too.
    ...(configs.complaints.length > 0 ? configs.complaints : complainAboutCustom(input, current, configs.change)),
  ]);
  return {
    ...plainColumns(input),
    ...strategyColumns(input),
    ...configs.change,
    scanningConfig: JSON.stringify(scanning),
  };
}

/** No format allowed would be a library without books: an empty list says the same as none. */
function noneAsNull<Item>(list: readonly Item[] | null): readonly Item[] | null {
  return list === null || list.length === 0 ? null : [...new Set(list)];
}

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

/** Times that an answer names. */
const RUNS = 3;

function complainAbout(cronSchedule: string, cronTimezone: string): Complaint[] {
  const fault = findScheduleFault(cronSchedule);
  const zone = { path: 'cronTimezone', message: `"${cronTimezone}" is no IANA time zone, for example Europe/Paris` };
  return [
    ...(fault === undefined ? [] : [{ path: 'cronSchedule', message: fault }]),
    ...(isTimeZone(cronTimezone) ? [] : [zone]),
  ];
}

/**
 * When a schedule would start scans next.
 * @throws {AppError} `BadRequest` for what is no schedule or no time zone
 */
export function previewSchedule(
  { config }: { readonly config: Pick<Config, 'scheduler'> },
  { cronSchedule, cronTimezone: wanted }: ScheduleRequest,
): SchedulePreview {
  const cronTimezone = wanted ?? config.scheduler.timezone;
  const complaints = complainAbout(cronSchedule, cronTimezone);
  const [first] = complaints;
  if (first !== undefined) {
    throw new AppError('BadRequest', `Invalid body: ${first.path}: ${first.message}`, { details: complaints });
  }
  const nextRuns: string[] = [];
  let at: number | undefined = Date.now();
  while (nextRuns.length < RUNS) {
    at = findNextRun({ cronSchedule, cronTimezone }, at);
    if (at === undefined) break;
    nextRuns.push(new Date(at).toISOString());
  }
  return { cronTimezone, nextRuns };
}
