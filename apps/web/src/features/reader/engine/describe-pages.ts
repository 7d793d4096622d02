import { t } from '@lingui/core/macro';
import { formatNumber } from '#lib/format.ts';

/** The printed label of a page, counted from 1; undefined without one. */
export type FindLabel = (page: number) => string | undefined;

const unnamed: FindLabel = () => undefined;

/** Page labels, when at least one differs from its number. */
function listLabels(pages: readonly number[], findLabel: FindLabel): readonly string[] | undefined {
  if (pages.every((page) => (findLabel(page) ?? String(page)) === String(page))) return undefined;
  return pages.map((page) => findLabel(page) ?? formatNumber(page));
}

/** "Page 12 of 205", or "Page iv (4 of 220)" with a printed label. */
export function sayPages(pages: readonly number[], pageCount: number, findLabel: FindLabel = unnamed): string {
  const inOrder = [...pages].sort((a, b) => a - b);
  if (inOrder.length === 0) return '';
  const numbers = t`${inOrder.map(formatNumber).join(' and ')} of ${formatNumber(pageCount)}`;
  const names = listLabels(inOrder, findLabel);
  const what = inOrder.length === 1 ? t`Page` : t`Pages`;
  return names === undefined ? `${what} ${numbers}` : `${what} ${names.join(' and ')} (${numbers})`;
}

/** "12 / 205", or "iv (4 of 220)" with a printed label. */
export function showPages(pages: readonly number[], pageCount: number, findLabel: FindLabel = unnamed): string {
  const inOrder = [...pages].sort((a, b) => a - b);
  const numbers = inOrder.map(formatNumber).join('–');
  const names = listLabels(inOrder, findLabel);
  return names === undefined
    ? `${numbers} / ${formatNumber(pageCount)}`
    : t`${names.join('–')} (${numbers} of ${formatNumber(pageCount)})`;
}
