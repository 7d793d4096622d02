import { formatNumber } from '#lib/format.ts';
import { IconButton } from '#ui/controls/button.tsx';
import css from './pager.module.css';

interface PagerProps {
  /** What is leafed through, for those who cannot see it. */
  readonly label: string;
  /** From 1. */
  readonly page: number;
  readonly totalPages: number;
  readonly onPage: (page: number) => void;
}

/** Leafs through a list whose order is by time, page by page; nothing when it has one page only. */
export function Pager({ label, page, totalPages, onPage }: PagerProps) {
  if (totalPages <= 1) return null;
  return (
    <nav className={css['pager']} aria-label={label}>
      <IconButton icon="back" label="Page before" disabled={page <= 1} onClick={() => onPage(page - 1)} />
      <span aria-live="polite">
        Page {formatNumber(page)} of {formatNumber(totalPages)}
      </span>
      <IconButton icon="forward" label="Page after" disabled={page >= totalPages} onClick={() => onPage(page + 1)} />
    </nav>
  );
}
