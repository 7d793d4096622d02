import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay } from '#entities/user/use-may.ts';
import css from './placement.module.css';
import { type Decision, type DecisionKind, otherwiseWords, strategyWords } from './placement-words.ts';

const NOT_KEPT = 'This was decided by an earlier release. The next deep scan of the library says why.';

interface ReasonProps {
  readonly kind: DecisionKind;
  readonly title: string;
  /** Null when none was kept. */
  readonly decision: Decision | null;
}

/** One decision in words: what was looked at, by which rule, and what would have led to something else. */
export function Reason({ kind, title, decision }: ReasonProps) {
  const strategy = decision === null ? undefined : strategyWords(kind, decision);
  return (
    <section className={css['reason']}>
      <h3>{title}</h3>
      <p className={css['sentence']}>{decision?.sentence ?? NOT_KEPT}</p>
      {decision !== null && <p className={css['soft']}>{otherwiseWords(kind, decision)}</p>}
      {strategy !== undefined && <p className={css['soft']}>Rule of the library: {strategy}</p>}
    </section>
  );
}

interface ReasonsProps {
  readonly library: { readonly id: string; readonly name: string };
  readonly children: ReactNode;
}

/** Decisions one below the other, and for those who may change the rules the way to them. */
export function Reasons({ library, children }: ReasonsProps) {
  const manages = useMay('LibrariesWrite');
  return (
    <div className={css['reasons']}>
      {children}
      {manages && (
        <p className={css['settings']}>
          <Link to="/admin/libraries" search={{ edit: library.id }}>
            Change the rules of {library.name}
          </Link>
        </p>
      )}
    </div>
  );
}
