import type { ReactNode } from 'react';
import css from './health-page.module.css';

interface GroupHeadProps {
  readonly title: string;
  /** Number of affected items as text. */
  readonly count: string;
  /** Meaning and remedy. */
  readonly advice: string;
  readonly children?: ReactNode;
}

export function GroupHead({ title, count, advice, children }: GroupHeadProps) {
  return (
    <div className={css['head']}>
      <div className={css['words']}>
        <h2>
          {title} <span className={css['count']}>{count}</span>
        </h2>
        <p className={css['advice']}>{advice}</p>
      </div>
      {children}
    </div>
  );
}
