import { plural, t } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import type { ScanPreview } from '@lectern/contract';
import type { CallInput } from '@lectern/contract/client';
import { request } from '#lib/api.ts';

/** Series that a new library in a folder would have. Previews follow typing: a refusal is a result, and stale answers are useless. */
export const scanPreviewQuery = (body: CallInput<'previewScan'>['body']) =>
  queryOptions({
    gcTime: 60_000,
    retry: false,
    refetchOnWindowFocus: false,
    queryKey: ['previewScan', body],
    queryFn: async ({ signal }) => request('previewScan', { body, signal }),
  });

/** "12 series with 340 books". */
export function foundWords({ totalSeries, totalFiles, truncated }: ScanPreview): string {
  if (totalFiles === 0) return t`No books`;
  return truncated
    ? t`At least ${plural(totalSeries, { one: '# series', other: '# series' })} with ${plural(totalFiles, { one: '# book', other: '# books' })}`
    : t`${plural(totalSeries, { one: '# series', other: '# series' })} with ${plural(totalFiles, { one: '# book', other: '# books' })}`;
}
