import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import { pageName } from '#entities/book/page-thumbnail.ts';
import { formatNumber } from '#lib/format.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { PageShape } from '../engine/page-shape.ts';
import css from './page-grid.module.css';
import type { PageSource } from './page-source.ts';

interface PageGridProps {
  readonly source: PageSource;
  readonly shapes: readonly PageShape[];
  readonly page: number;
  readonly onGo: (page: number) => void;
  readonly onClose: () => void;
}

/** Thumbnails of all pages, loaded as they scroll into view. */
export function PageGrid({ source, shapes, page, onGo, onClose }: PageGridProps) {
  const current = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'center' });
    current.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Dialog title={t`Pages`} open onClose={onClose} wide>
      <ol className={css['grid']}>
        {shapes.map((_, index) => {
          const number = index + 1;
          const isCurrent = number === page;
          return (
            <li key={number} className={css['item']}>
              <button
                ref={isCurrent ? current : undefined}
                type="button"
                aria-label={pageName(number)}
                aria-current={isCurrent ? 'page' : undefined}
                onClick={() => {
                  onClose();
                  onGo(number);
                }}
              >
                <img src={source.thumbnail(number)} alt="" loading="lazy" decoding="async" width={120} height={180} />
                <span aria-hidden="true">{formatNumber(number)}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </Dialog>
  );
}
