import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Button } from '#ui/controls/button.tsx';
import css from './health-page.module.css';

interface DuplicateCardProps {
  readonly title: string;
  readonly detail: string;
  /** Undefined without permission. */
  readonly onHide: (() => void) | undefined;
  readonly hiding: boolean;
  readonly children: ReactNode;
}

export function DuplicateCard({ title, detail, onHide, hiding, children }: DuplicateCardProps) {
  return (
    <article className={css['duplicate']}>
      <div className={css['duplicateHead']}>
        <div>
          <h3 className={css['duplicateTitle']}>{title}</h3>
          <p className={css['advice']}>{detail}</p>
        </div>
        {onHide !== undefined && (
          <Button
            look="quiet"
            icon="eye-off"
            aria-label={t`Hide: ${title}`}
            busy={hiding}
            onClick={onHide}
          >{t`Hide`}</Button>
        )}
      </div>
      <ul className={css['copies']}>{children}</ul>
    </article>
  );
}
