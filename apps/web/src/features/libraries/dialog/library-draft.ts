import { t } from '@lingui/core/macro';
import type { Library } from '@lectern/contract';
import { LIBRARY_KINDS } from '@lectern/contract/library-kinds';
import { FORMAT_LABELS, type FormatLabel } from '@lectern/contract/book-formats';
import type { CallInput } from '@lectern/contract/client';
import { type Config, configBody, parseConfig, shownConfig } from './config.ts';
import { type Conditions, conditionsBody, parseConditions, conditionsProblems } from './conditions.ts';
import type { Problems } from './problems.ts';
import { readCron, type ScheduleKind, USUAL_CRON } from '#entities/schedule/schedule.ts';
import { type TitleRule, rulesBody, parseRules, rulesProblems } from './title-rules.ts';

export type LibraryBody = CallInput<'createLibrary'>['body'];
type Scanning = Library['scanningConfig'];

/** Form state of a library; every field has a value. */
export interface LibraryDraft {
  readonly name: string;
  readonly path: string;
  readonly description: string;
  readonly kind: Library['kind'];
  readonly isActive: boolean;
  readonly formats: readonly FormatLabel[];
  readonly excludedPatterns: string;
  readonly direction: Library['defaultReadingDirection'];
  readonly seriesStrategy: Library['seriesStrategy'];
  readonly bookStrategy: Library['bookStrategy'];
  readonly numberStrategy: Library['numberStrategy'];
  readonly seriesConfig: Config;
  readonly bookConfig: Config;
  /** Both as stored. */
  readonly storedConfigs: { readonly series: Config; readonly book: Config };
  readonly titleRules: readonly TitleRule[];
  readonly conditions: Conditions;
  readonly schedule: ScheduleKind;
  /** Kept while the schedule is off. */
  readonly cronSchedule: string;
  /** Empty for the server's time zone. */
  readonly cronTimezone: string;
  readonly scanMode: Scanning['scanMode'];
  readonly scanOnStart: boolean;
  readonly purgeDeletedOnScan: boolean;
  readonly watch: Scanning['watch'];
  readonly followLinksOutside: boolean;
  readonly allowFileDeletion: boolean;
  readonly allowUploads: boolean;
}

export interface DraftFieldsProps {
  readonly draft: LibraryDraft;
  readonly problems: Problems;
  readonly onChange: (change: Partial<LibraryDraft>) => void;
}

function kindSettings(kind: Library['kind']) {
  const { defaultReadingDirection: direction, seriesStrategy, bookStrategy, numberStrategy } = LIBRARY_KINDS[kind];
  return { direction, seriesStrategy, bookStrategy, numberStrategy } as const;
}

/** Changes the kind, and the settings that are still those of the kind before. The reading direction always follows. */
export function withKind(draft: LibraryDraft, kind: Library['kind']): Partial<LibraryDraft> {
  const [before, after] = [kindSettings(draft.kind), kindSettings(kind)];
  return {
    kind,
    direction: after.direction,
    ...(draft.seriesStrategy === before.seriesStrategy ? { seriesStrategy: after.seriesStrategy } : {}),
    ...(draft.bookStrategy === before.bookStrategy ? { bookStrategy: after.bookStrategy } : {}),
    ...(draft.numberStrategy === before.numberStrategy ? { numberStrategy: after.numberStrategy } : {}),
  };
}

export const NEW_LIBRARY: LibraryDraft = {
  name: '',
  path: '',
  description: '',
  isActive: true,
  formats: FORMAT_LABELS,
  excludedPatterns: '',
  kind: 'mixed',
  ...kindSettings('mixed'),
  seriesConfig: {},
  bookConfig: {},
  storedConfigs: { series: {}, book: {} },
  titleRules: [],
  conditions: { mode: 'all', rules: [] },
  schedule: 'off',
  cronSchedule: USUAL_CRON,
  cronTimezone: '',
  scanMode: 'normal',
  scanOnStart: false,
  purgeDeletedOnScan: false,
  watch: 'auto',
  followLinksOutside: false,
  allowFileDeletion: false,
  allowUploads: false,
};

function readScanning(scanning: Scanning) {
  const cronSchedule = scanning.cronSchedule ?? USUAL_CRON;
  return {
    schedule: scanning.enabled ? (readCron(cronSchedule)?.kind ?? 'cron') : 'off',
    cronSchedule,
    cronTimezone: scanning.cronTimezone ?? '',
    scanMode: scanning.scanMode,
    scanOnStart: scanning.scanOnStart,
    purgeDeletedOnScan: scanning.purgeDeletedOnScan,
    watch: scanning.watch,
    followLinksOutside: scanning.followLinksOutside,
  } as const;
}

export function toLibraryDraft(library: Library): LibraryDraft {
  return {
    name: library.name,
    path: library.path,
    description: library.description ?? '',
    kind: library.kind,
    isActive: library.isActive,
    formats: library.allowedFormats ?? FORMAT_LABELS,
    excludedPatterns: library.excludedPatterns ?? '',
    direction: library.defaultReadingDirection,
    seriesStrategy: library.seriesStrategy,
    bookStrategy: library.bookStrategy,
    numberStrategy: library.numberStrategy,
    seriesConfig: parseConfig(library.seriesConfig),
    bookConfig: parseConfig(library.bookConfig),
    storedConfigs: { series: parseConfig(library.seriesConfig), book: parseConfig(library.bookConfig) },
    titleRules: parseRules(library.titlePreprocessingRules),
    conditions: parseConditions(library.autoMatchConditions),
    ...readScanning(library.scanningConfig),
    allowFileDeletion: library.allowFileDeletion,
    allowUploads: library.allowUploads,
  };
}

export function filesBody({ formats, excludedPatterns }: LibraryDraft) {
  return {
    allowedFormats: formats.length === FORMAT_LABELS.length ? null : [...formats],
    excludedPatterns: orNull(excludedPatterns),
  };
}

/** Grouping, title and numbering options in the shape of the API. */
export function groupingBody(draft: LibraryDraft) {
  const { seriesStrategy, seriesConfig, bookStrategy, bookConfig, numberStrategy, storedConfigs } = draft;
  return {
    seriesStrategy,
    seriesConfig: configBody(shownConfig(`series.${seriesStrategy}`, seriesConfig, storedConfigs.series)),
    bookStrategy,
    bookConfig: configBody(shownConfig(`book.${bookStrategy}`, bookConfig, storedConfigs.book)),
    numberStrategy,
  };
}

function scanningBody(draft: LibraryDraft): LibraryBody['scanningConfig'] {
  const isScheduled = draft.schedule !== 'off';
  return {
    enabled: isScheduled,
    cronSchedule: isScheduled ? orNull(draft.cronSchedule) : null,
    cronTimezone: isScheduled ? orNull(draft.cronTimezone) : null,
    scanMode: draft.scanMode,
    scanOnStart: draft.scanOnStart,
    purgeDeletedOnScan: draft.purgeDeletedOnScan,
    watch: draft.watch,
    followLinksOutside: draft.followLinksOutside,
  };
}

/** Request body; an empty text clears a field, all formats mean no limit. */
export function toLibraryBody(draft: LibraryDraft): LibraryBody {
  return {
    name: draft.name.trim(),
    path: draft.path.trim(),
    description: orNull(draft.description),
    kind: draft.kind,
    isActive: draft.isActive,
    ...filesBody(draft),
    defaultReadingDirection: draft.direction,
    ...groupingBody(draft),
    titlePreprocessingRules: rulesBody(draft.titleRules),
    autoMatchConditions: conditionsBody(draft.conditions),
    scanningConfig: scanningBody(draft),
    allowFileDeletion: draft.allowFileDeletion,
    allowUploads: draft.allowUploads,
  };
}

export function draftProblems(draft: LibraryDraft): Problems {
  const problems: Record<string, string> = {};
  if (draft.name.trim() === '') problems['name'] = t`Enter a name`;
  if (draft.path.trim() === '') problems['path'] = t`Choose a folder`;
  if (draft.formats.length === 0) problems['allowedFormats'] = t`Choose at least one format`;
  if (draft.schedule === 'cron' && ![5, 6].includes(draft.cronSchedule.trim().split(/\s+/).length)) {
    problems['scanningConfig.cronSchedule'] =
      t`Enter five or six parts, such as “${USUAL_CRON}” for every night at 3:00`;
  }
  return { ...problems, ...groupingProblems(draft), ...conditionsProblems(draft.conditions) };
}

/** The errors that prevent a preview. */
export function groupingProblems(draft: LibraryDraft): Problems {
  const problems: Record<string, string> = {};
  if (draft.seriesStrategy === 'custom' && configBody(draft.seriesConfig)?.['pattern'] === undefined) {
    problems['seriesConfig.pattern'] = t`Enter the pattern that finds the series`;
  }
  if (draft.bookStrategy === 'custom' && configBody(draft.bookConfig)?.['pattern'] === undefined) {
    problems['bookConfig.pattern'] = t`Enter the pattern that finds the title`;
  }
  return { ...problems, ...rulesProblems(draft.titleRules) };
}

function orNull(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === '' ? null : trimmed;
}
