import type { ReactNode } from 'react';
import css from './health-page.module.css';

interface GroupHeadProps {
  readonly title: string;
  /** How many it is about, in words. */
  readonly count: string;
  /** What it means, and what can be done. */
  readonly advice: string;
  /** Buttons for all of the group. */
  readonly children?: ReactNode;
}

/** What a block of the page is about. */
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
