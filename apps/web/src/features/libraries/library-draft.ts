import type { Library } from '@lectern/contract';
import type { CallInput } from '@lectern/contract/client';

export type LibraryBody = CallInput<'createLibrary'>['body'];
export type BookFormat = (typeof FORMATS)[number];

export const FORMATS = ['CBZ', 'CBR', 'EPUB', 'PDF'] as const;

/** A library as it stands in the form: every field has a value. */
export interface LibraryDraft {
  readonly name: string;
  readonly path: string;
  readonly description: string;
  readonly isActive: boolean;
  readonly formats: readonly BookFormat[];
  readonly excludedPatterns: string;
  readonly direction: Library['defaultReadingDirection'];
  readonly seriesStrategy: Library['seriesStrategy'];
  readonly bookStrategy: Library['bookStrategy'];
  readonly numberStrategy: Library['numberStrategy'];
  readonly scheduled: boolean;
  readonly cronSchedule: string;
  readonly cronTimezone: string;
  readonly scanMode: Library['scanningConfig']['scanMode'];
  readonly scanOnStart: boolean;
  readonly purgeDeletedOnScan: boolean;
  readonly watch: Library['scanningConfig']['watch'];
}

/** What each part of the form gets. */
export interface DraftFieldsProps {
  readonly draft: LibraryDraft;
  readonly problems: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<LibraryDraft>) => void;
}

/** Every night at three. */
const USUAL_SCHEDULE = '0 3 * * *';

export const NEW_LIBRARY: LibraryDraft = {
  name: '',
  path: '',
  description: '',
  isActive: true,
  formats: FORMATS,
  excludedPatterns: '',
  direction: 'ltr',
  seriesStrategy: 'series_volume',
  bookStrategy: 'filename',
  numberStrategy: 'file_order',
  scheduled: false,
  cronSchedule: USUAL_SCHEDULE,
  cronTimezone: '',
  scanMode: 'normal',
  scanOnStart: false,
  purgeDeletedOnScan: false,
  watch: 'auto',
};

/** A library as the form shows it. */
export function draftOf(library: Library): LibraryDraft {
  const { scanningConfig: scanning } = library;
  return {
    name: library.name,
    path: library.path,
    description: library.description ?? '',
    isActive: library.isActive,
    formats: library.allowedFormats ?? FORMATS,
    excludedPatterns: library.excludedPatterns ?? '',
    direction: library.defaultReadingDirection,
    seriesStrategy: library.seriesStrategy,
    bookStrategy: library.bookStrategy,
    numberStrategy: library.numberStrategy,
    scheduled: scanning.enabled,
    cronSchedule: scanning.cronSchedule ?? USUAL_SCHEDULE,
    cronTimezone: scanning.cronTimezone ?? '',
    scanMode: scanning.scanMode,
    scanOnStart: scanning.scanOnStart,
    purgeDeletedOnScan: scanning.purgeDeletedOnScan,
    watch: scanning.watch,
  };
}

/** A draft as the API takes it; an empty text clears, all formats are no limit. */
export function bodyOf(draft: LibraryDraft): LibraryBody {
  return {
    name: draft.name.trim(),
    path: draft.path.trim(),
    description: orNull(draft.description),
    isActive: draft.isActive,
    allowedFormats: draft.formats.length === FORMATS.length ? null : [...draft.formats],
    excludedPatterns: orNull(draft.excludedPatterns),
    defaultReadingDirection: draft.direction,
    seriesStrategy: draft.seriesStrategy,
    bookStrategy: draft.bookStrategy,
    numberStrategy: draft.numberStrategy,
    scanningConfig: {
      enabled: draft.scheduled,
      cronSchedule: draft.scheduled ? orNull(draft.cronSchedule) : null,
      cronTimezone: draft.scheduled ? orNull(draft.cronTimezone) : null,
      scanMode: draft.scanMode,
      scanOnStart: draft.scanOnStart,
      purgeDeletedOnScan: draft.purgeDeletedOnScan,
      watch: draft.watch,
    },
  };
}

/** What a person has to mend before the draft can be saved, by field. */
export function draftProblems(draft: LibraryDraft): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {};
  if (draft.name.trim() === '') problems['name'] = 'Give the library a name';
  if (draft.path.trim() === '') problems['path'] = 'Choose the folder with the books';
  if (draft.formats.length === 0) problems['allowedFormats'] = 'Choose at least one kind of file';
  if (draft.scheduled && ![5, 6].includes(draft.cronSchedule.trim().split(/\s+/).length)) {
    problems['cronSchedule'] = 'Five or six parts, such as “0 3 * * *” for every night at three';
  }
  return problems;
}

function orNull(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === '' ? null : trimmed;
}
