import { t } from '@lingui/core/macro';
import { formatNumber } from '#lib/format.ts';
import { IconButton } from '#ui/controls/button.tsx';
import css from './pager.module.css';

interface PagerProps {
  /** Accessible name of the list. */
  readonly label: string;
  /** From 1. */
  readonly page: number;
  readonly totalPages: number;
  readonly onPage: (page: number) => void;
}

/** Previous and next buttons of a paginated list; hidden for a single page. */
export function Pager({ label, page, totalPages, onPage }: PagerProps) {
  if (totalPages <= 1) return null;
  const current = formatNumber(page);
  const total = formatNumber(totalPages);
  return (
    <nav className={css['pager']} aria-label={label}>
      <IconButton icon="back" label={t`Previous page`} disabled={page <= 1} onClick={() => onPage(page - 1)} />
      <span aria-live="polite">{t`Page ${current} of ${total}`}</span>
      <IconButton icon="forward" label={t`Next page`} disabled={page >= totalPages} onClick={() => onPage(page + 1)} />
    </nav>
  );
}
