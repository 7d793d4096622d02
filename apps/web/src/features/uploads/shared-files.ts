import { plural, t } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { BASE_PATH } from '#lib/base-path.ts';
import { formatBytes } from '#lib/format.ts';
import {
  listShared,
  MOST_SHARED,
  MOST_SHARED_BYTES,
  openShared,
  type SharedFile,
  type ShareProblem,
} from '#lib/offline/shared-files.ts';
import type { ChosenFile } from './upload-items.ts';

export const SHARED_KEY = 'sharedFiles';

/** Files that another app shared and that wait in this browser for a user. */
export const sharedFilesQuery = (userId: string) =>
  queryOptions({
    queryKey: [SHARED_KEY, { userId }],
    queryFn: async () => listShared(BASE_PATH, userId),
    // The service worker writes them, unseen by this page.
    staleTime: 0,
    networkMode: 'always',
  });

/** Reads the files that can be uploaded. */
export async function readShared(files: readonly SharedFile[]): Promise<readonly ChosenFile[]> {
  const taken = files.filter(({ problem }) => problem === undefined);
  const read = await Promise.all(taken.map(async (file) => [file.key, await openShared(BASE_PATH, file)] as const));
  return read.flatMap(([sharedKey, file]) => (file === undefined ? [] : [{ file, sharedKey }]));
}

/** Why a file cannot be uploaded. */
export function shareProblemWords(problem: ShareProblem): string {
  const [most, size] = [MOST_SHARED, formatBytes(MOST_SHARED_BYTES)];
  switch (problem) {
    case 'kind':
      return t`This is not a book file. Lectern takes comics, EPUB and PDF.`;
    case 'large':
      return t`The files are larger than ${size} together. Open a library and choose “Upload books” for this file.`;
    case 'many':
      return plural(most, {
        one: 'Only # shared file can wait at once.',
        other: 'Only # shared files can wait at once.',
      });
    case 'full':
      return t`This device has no space left for the file.`;
  }
}
