import { plural, t } from '@lingui/core/macro';
import type { ManyEdited } from '@lectern/contract';
import { formatNumber } from '#lib/format.ts';
import { problemSentence } from '#lib/problem.ts';
import { pickedWords } from '#entities/selection/picked.ts';
import { Note } from '#ui/feedback/notice.tsx';
import type { ManyAnswer, ManyEdits } from '../edit-picked.ts';
import type { Kind } from '../fields.ts';
import { changeWords } from '../history/change-words.ts';
import { BeforeAfter } from '../save-bar.tsx';
import css from './bulk.module.css';

interface OutcomeProps {
  readonly kind: Kind;
  /** Undefined for an empty draft. */
  readonly edits: ManyEdits | undefined;
  readonly answer: {
    readonly data: ManyAnswer | undefined;
    readonly error: Error | null;
    readonly isFetching: boolean;
  };
  readonly keepsLocked: boolean;
}

export function Outcome({ kind, edits, answer: { data, error, isFetching }, keepsLocked }: OutcomeProps) {
  if (edits === undefined) return <p className={css['outcome']}>{t`Nothing is changed yet.`}</p>;
  if (error !== null) return <Note tone="danger">{problemSentence(error)}</Note>;
  return (
    <div className={css['outcome']} aria-busy={isFetching}>
      <p role="status">{data === undefined ? t`Looking up what would change…` : sentence(kind, data, keepsLocked)}</p>
      {data !== undefined && data.changes.length > 0 && <Changes kind={kind} answer={data} />}
    </div>
  );
}

function sentence(kind: Kind, { matched, updated, locked }: ManyAnswer, keepsLocked: boolean): string {
  const noun = pickedWords({ kind, count: matched });
  const changes = updated === matched ? t`This changes ${noun}.` : t`This changes ${formatNumber(updated)} of ${noun}.`;
  if (locked === 0) return changes;
  const kept = keepsLocked ? t`which stays as it is` : t`which is changed too`;
  return t`${changes} ${formatNumber(locked)} ${locked === 1 ? 'has' : 'have'} a locked value here, ${kept}.`;
}

const SHOWN = 20;

function Changes({ answer: { changes, updated } }: { readonly kind: Kind; readonly answer: ManyAnswer }) {
  const told = changes.filter(({ field }) => field !== 'locks');
  const first = told.slice(0, SHOWN);
  if (first.length === 0) return null;
  return (
    <details className={css['examples']}>
      <summary>{t`Before and after`}</summary>
      <ul>
        {first.map((change) => (
          <li key={`${change.targetId} ${change.field}`}>
            <Change change={change} />
          </li>
        ))}
        {(told.length > SHOWN || updated > SHOWN) && (
          <li>{t`These are the first of ${plural(updated, { one: '# changed one', other: '# changed ones' })}.`}</li>
        )}
      </ul>
    </details>
  );
}

function Change({ change }: { readonly change: ManyEdited['changes'][number] }) {
  const { label, before = '', after } = changeWords({ ...change, id: '', undone: false });
  return (
    <>
      {change.title}, {label.toLowerCase()}: <BeforeAfter before={before} after={after} />
    </>
  );
}
