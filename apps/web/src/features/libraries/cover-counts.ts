import { plural, t } from '@lingui/core/macro';
import type { CoverCleanup, Task } from '@lectern/contract';
import { formatBytes } from '#lib/format.ts';

/** Result of finished cover tasks as a sentence. */
export function coverResultWords(tasks: readonly Pick<Task, 'status' | 'result'>[]): string {
  if (tasks.some(({ status }) => status === 'cancelled')) return t`Stopped making covers.`;
  if (tasks.some(({ status }) => status === 'failed')) {
    return t`Some covers could not be made. The list of tasks says why.`;
  }
  const drawn = sumField(tasks, 'drawn');
  const failed = sumField(tasks, 'failed');
  if (drawn === 0 && failed === 0) return t`No new covers were needed.`;
  if (failed === 0) return plural(drawn, { one: '# cover made.', other: '# covers made.' });
  if (drawn === 0) return plural(failed, { one: '# cover could not be made.', other: '# covers could not be made.' });
  return t`${plural(drawn, { one: '# cover made', other: '# covers made' })}, ${plural(failed, { one: '# failed', other: '# failed' })}.`;
}

function sumField(tasks: readonly Pick<Task, 'result'>[], field: string): number {
  return tasks.reduce((sum, { result }) => sum + numberIn(result, field), 0);
}

function numberIn(result: unknown, field: string): number {
  if (typeof result !== 'object' || result === null) return 0;
  const value: unknown = Object.entries(result).find(([name]) => name === field)?.[1];
  return typeof value === 'number' ? value : 0;
}

export function cleanupWords({ thumbnailsDeleted, coversDeleted, bytesFreed, failures }: CoverCleanup): string {
  const files = thumbnailsDeleted + coversDeleted;
  const size = formatBytes(bytesFreed);
  if (files === 0 && failures === 0) return t`Nothing to clean up.`;
  if (failures === 0)
    return plural(files, { one: `# file deleted, ${size} freed.`, other: `# files deleted, ${size} freed.` });
  if (files === 0)
    return plural(failures, { one: '# file could not be deleted.', other: '# files could not be deleted.' });
  return t`${plural(files, { one: '# file deleted', other: '# files deleted' })}, ${size} freed. ${plural(failures, { one: '# file could not be deleted.', other: '# files could not be deleted.' })}`;
}
