import type { UploadPlace } from '@lectern/contract';

/**
 * `taken`: another file has the name, and the user decides. `refused`: the library cannot take the file. `failed`: may be tried
 * again, and goes on where it stopped.
 */
export type UploadState =
  | { readonly kind: 'checking' | 'ready' | 'queued' | 'reading' | 'done' }
  | { readonly kind: 'taken'; readonly freeName: string | undefined }
  | { readonly kind: 'refused' | 'failed'; readonly problem: string }
  | { readonly kind: 'sending'; readonly share: number };

/** A file that the user chose. */
export interface UploadItem {
  /** Of this browser tab. */
  readonly key: number;
  readonly userId: string;
  readonly libraryId: string;
  readonly file: File;
  /** Below the library; undefined until the server suggests one. */
  readonly folder: string | undefined;
  readonly fileName: string;
  readonly state: UploadState;
  /** Id of the upload on the server that has every byte. */
  readonly sentId?: string;
  /** Of a file that another app shared. It waits in this browser until it is uploaded or taken off the list. */
  readonly sharedKey?: string | undefined;
}

/** A file, and the folder that it was chosen with. */
export interface ChosenFile {
  readonly file: File;
  readonly folder?: string;
  readonly sharedKey?: string;
}

/** The item with the place that the server found for it. */
export function placeItem(item: UploadItem, { folder, fileName, problem, freeName }: UploadPlace): UploadItem {
  const placed = { ...item, folder, fileName };
  if (problem !== null) return { ...placed, state: { kind: 'refused', problem } };
  return { ...placed, state: freeName === null ? { kind: 'ready' } : { kind: 'taken', freeName } };
}

/** Files with one folder. */
export interface UploadGroup {
  readonly folder: string | undefined;
  readonly items: readonly UploadItem[];
}

/** Groups files by folder, in the order of their first file. */
export function groupByFolder(items: readonly UploadItem[]): UploadGroup[] {
  const groups = new Map<string | undefined, UploadItem[]>();
  for (const item of items) groups.set(item.folder, [...(groups.get(item.folder) ?? []), item]);
  return [...groups].map(([folder, some]) => ({ folder, items: some }));
}

/** Whether files are on their way. */
export function isUnderway({ state: { kind } }: UploadItem): boolean {
  return kind === 'queued' || kind === 'sending' || kind === 'reading';
}

/** Whether the folder of a file can still be changed. */
export function isOpen({ state: { kind } }: UploadItem): boolean {
  return kind === 'ready' || kind === 'taken' || kind === 'refused';
}

/** How many items are in a state. */
export function countState(items: readonly UploadItem[], kind: UploadState['kind']): number {
  return items.filter(({ state }) => state.kind === kind).length;
}
