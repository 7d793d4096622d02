import { plural, t } from '@lingui/core/macro';
import type { CoverCleanup, Task } from '@lectern/contract';
import { formatBytes } from '#lib/format.ts';

/** Result of finished cover tasks as a sentence. */
export function coverResultWords(tasks: readonly Pick<Task, 'status' | 'result'>[]): string {
  if (tasks.some(({ status }) => status === 'cancelled')) return t`Making covers was stopped.`;
  const failedTask = tasks.some(({ status }) => status === 'failed');
  const drawn = sumField(tasks, 'drawn');
  const failed = sumField(tasks, 'failed');
  const made =
    drawn === 0 ? t`No cover had to be made` : t`${plural(drawn, { one: '# cover', other: '# covers' })} made`;
  if (failedTask) return t`The covers could not all be made; the list of tasks says why.`;
  return failed === 0 ? `${made}.` : t`${made}, ${plural(failed, { one: '# cover', other: '# covers' })} could not be.`;
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
  const done =
    files === 0
      ? t`Nothing to clean up.`
      : t`${plural(files, { one: '# file', other: '# files' })} deleted, ${formatBytes(bytesFreed)} free again.`;
  return failures === 0
    ? done
    : t`${done} ${plural(failures, { one: '# file', other: '# files' })} could not be deleted.`;
}
