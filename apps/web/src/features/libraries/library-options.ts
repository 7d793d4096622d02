import { t } from '@lingui/core/macro';

/** Parts of the library dialog, in its order. */
export const LIBRARY_PARTS = {
  library: t`Library`,
  series: t`Series`,
  titles: t`Titles and numbers`,
  rules: t`Series title rules`,
  files: t`Files`,
  scans: t`Scanning`,
  more: t`More`,
} as const;

interface LibraryOption {
  readonly part: keyof typeof LIBRARY_PARTS;
  readonly label: string;
  readonly help?: string;
}

/** Options of a library that the dialog always shows. The search of settings leads to each of them. */
export const LIBRARY_OPTIONS = {
  path: { part: 'library', label: t`Folder` },
  name: { part: 'library', label: t`Name` },
  kind: { part: 'library', label: t`Kind` },
  direction: { part: 'library', label: t`Reading direction`, help: t`For books that do not set their own.` },
  seriesStrategy: { part: 'series', label: t`How series are found` },
  bookStrategy: { part: 'titles', label: t`Book titles` },
  numberStrategy: { part: 'titles', label: t`Book numbers` },
  titleRules: {
    part: 'rules',
    label: t`Series title rules`,
    help: t`Series are named after their folders. Rules remove what does not belong in a title, one after the other.`,
  },
  formats: { part: 'files', label: t`File formats` },
  excludedPatterns: { part: 'files', label: t`Exclude` },
  followLinksOutside: {
    part: 'files',
    label: t`Follow links that lead out of the folder`,
    help: t`A risk: anyone who can add a link to the folder decides which books on the server are read. Links within the folder are always followed.`,
  },
  allowFileDeletion: {
    part: 'files',
    label: t`Let users delete files with their books`,
    help: t`For users who may delete books. The files go to a hidden trash folder in the library for 30 days, unless the settings say otherwise. They come back with their book.`,
  },
  allowUploads: {
    part: 'files',
    label: t`Let users upload books`,
    help: t`For users who may change books. Uploads go into this library’s folder, and never replace another file.`,
  },
  watch: { part: 'scans', label: t`Watch for changes` },
  schedule: { part: 'scans', label: t`Scheduled scans` },
  scanOnStart: { part: 'scans', label: t`Scan when the server starts` },
  purgeDeletedOnScan: {
    part: 'scans',
    label: t`Delete missing books for good`,
    help: t`Once a file has been missing for a day, a scan deletes its book with all reading progress. Otherwise missing books stay hidden until their files come back.`,
  },
  description: { part: 'more', label: t`Description` },
  isActive: { part: 'more', label: t`Enabled`, help: t`A disabled library keeps its books and is not scanned.` },
  conditions: {
    part: 'more',
    label: t`Automatic matching`,
    help: t`Series that meet the conditions can be matched with a metadata source automatically. Without conditions, all series can.`,
  },
} as const satisfies Readonly<Record<string, LibraryOption>>;

export type LibraryOptionName = keyof typeof LIBRARY_OPTIONS;

/** Options with their names, in the order of the dialog. */
export function listLibraryOptions(): readonly (readonly [LibraryOptionName, LibraryOption])[] {
  // the keys of LIBRARY_OPTIONS
  return Object.entries(LIBRARY_OPTIONS) as [LibraryOptionName, LibraryOption][];
}

/** Marks the element around the control of an option, for `focusSetting`. */
export function getOptionMark(name: LibraryOptionName): string {
  return `library.${name}`;
}
