import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay } from '#entities/user/use-may.ts';
import css from './placement.module.css';
import { type Decision, type DecisionKind, otherwiseWords, strategyWords } from './placement-words.ts';

const NOT_KEPT = t`An earlier version of Lectern decided this. The next scan that reads all files says why.`;

interface ReasonProps {
  readonly kind: DecisionKind;
  readonly title: string;
  /** Null when the server stored none. */
  readonly decision: Decision | null;
}

/** One decision: input, rule, and the hint for another result. */
export function Reason({ kind, title, decision }: ReasonProps) {
  const strategy = decision === null ? undefined : strategyWords(kind, decision);
  return (
    <section className={css['reason']}>
      <h3>{title}</h3>
      <p className={css['sentence']}>{decision?.sentence ?? NOT_KEPT}</p>
      {decision !== null && <p className={css['soft']}>{otherwiseWords(kind, decision)}</p>}
      {strategy !== undefined && <p className={css['soft']}>{t`Library rule: ${strategy}`}</p>}
    </section>
  );
}

interface ReasonsProps {
  readonly library: { readonly id: string; readonly name: string };
  readonly children: ReactNode;
}

/** A list of decisions; admins get a link to the library settings. */
export function Reasons({ library, children }: ReasonsProps) {
  const manages = useMay('LibrariesWrite');
  const { id, name } = library;
  return (
    <div className={css['reasons']}>
      {children}
      {manages && (
        <p className={css['settings']}>
          <Link to="/admin/libraries" search={{ edit: id }}>
            {t`Change the rules of ${name}`}
          </Link>
        </p>
      )}
    </div>
  );
}
