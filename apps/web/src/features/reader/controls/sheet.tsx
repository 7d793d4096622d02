import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from '#ui/controls/button.tsx';
import css from './sheet.module.css';

interface SheetProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Shown beside the page, so that it stays visible and usable and shows changes at once. */
export function Sheet({ title, onClose, children }: SheetProps) {
  const sheet = useRef<HTMLElement>(null);
  const titleId = useId();
  useEffect(() => {
    const before = document.activeElement;
    sheet.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <aside ref={sheet} className={css['sheet']} role="dialog" aria-labelledby={titleId} tabIndex={-1} data-sheet>
      <header className={css['header']}>
        <h2 id={titleId}>{title}</h2>
        <IconButton icon="close" label={t`Close ${title}`} onClick={onClose} />
      </header>
      <div className={css['content']}>{children}</div>
    </aside>
  );
}
