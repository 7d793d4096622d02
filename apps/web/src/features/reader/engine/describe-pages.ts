import { t } from '@lingui/core/macro';
import { formatNumber } from '#lib/format.ts';
import { LANGUAGE } from '#lib/locale.ts';

/** The printed label of a page, counted from 1; undefined without one. */
export type FindLabel = (page: number) => string | undefined;

const both = new Intl.ListFormat(LANGUAGE);

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
  const names = listLabels(inOrder, findLabel);
  const page = both.format(inOrder.map(formatNumber));
  const total = formatNumber(pageCount);
  const label = names === undefined ? undefined : both.format(names);
  return inOrder.length === 1 ? sayOne(page, total, label) : sayMany(page, total, label);
}

function sayOne(page: string, total: string, label: string | undefined): string {
  return label === undefined ? t`Page ${page} of ${total}` : t`Page ${label} (${page} of ${total})`;
}

function sayMany(pages: string, total: string, labels: string | undefined): string {
  return labels === undefined ? t`Pages ${pages} of ${total}` : t`Pages ${labels} (${pages} of ${total})`;
}

/** "12 / 205", or "iv (4 of 220)" with a printed label. */
export function showPages(pages: readonly number[], pageCount: number, findLabel: FindLabel = unnamed): string {
  const inOrder = [...pages].sort((a, b) => a - b);
  const numbers = inOrder.map(formatNumber).join('–');
  const total = formatNumber(pageCount);
  const labels = listLabels(inOrder, findLabel)?.join('–');
  return labels === undefined ? t`${numbers} / ${total}` : t`${labels} (${numbers} of ${total})`;
}
