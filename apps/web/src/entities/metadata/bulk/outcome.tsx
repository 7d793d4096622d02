import { plural, t } from '@lingui/core/macro';
import type { ManyEdited } from '@lectern/contract';
import { formatNumber } from '#lib/format.ts';
import { problemSentence } from '#lib/problem.ts';
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
  if (edits === undefined) return <p className={css['outcome']}>{t`Nothing to change yet.`}</p>;
  if (error !== null) return <Note tone="danger">{problemSentence(error)}</Note>;
  return (
    <div className={css['outcome']} aria-busy={isFetching}>
      <div role="status">
        <p>{data === undefined ? t`Looking up what would change…` : changedWords(kind, data)}</p>
        {data !== undefined && data.locked > 0 && (
          <p>{keepsLocked ? keptWords(kind, data.locked) : overwrittenWords(kind, data.locked)}</p>
        )}
      </div>
      {data !== undefined && data.changes.length > 0 && <Changes kind={kind} answer={data} />}
    </div>
  );
}

function changedWords(kind: Kind, { matched, updated }: ManyAnswer): string {
  const changed = formatNumber(updated);
  if (kind === 'series') {
    return updated === matched
      ? plural(matched, { one: 'This changes # series.', other: 'This changes # series.' })
      : plural(matched, { one: `This changes ${changed} of # series.`, other: `This changes ${changed} of # series.` });
  }
  return updated === matched
    ? plural(matched, { one: 'This changes # book.', other: 'This changes # books.' })
    : plural(matched, { one: `This changes ${changed} of # book.`, other: `This changes ${changed} of # books.` });
}

function keptWords(kind: Kind, locked: number): string {
  return kind === 'series'
    ? plural(locked, {
        one: '# series has a locked value, which stays as it is.',
        other: '# series have locked values, which stay as they are.',
      })
    : plural(locked, {
        one: '# book has a locked value, which stays as it is.',
        other: '# books have locked values, which stay as they are.',
      });
}

function overwrittenWords(kind: Kind, locked: number): string {
  return kind === 'series'
    ? plural(locked, {
        one: '# series has a locked value, which is changed too.',
        other: '# series have locked values, which are changed too.',
      })
    : plural(locked, {
        one: '# book has a locked value, which is changed too.',
        other: '# books have locked values, which are changed too.',
      });
}

function shownWords(kind: Kind, count: number): string {
  return kind === 'series'
    ? plural(count, {
        one: 'The first changes of # series are shown.',
        other: 'The first changes of # series are shown.',
      })
    : plural(count, {
        one: 'The first changes of # book are shown.',
        other: 'The first changes of # books are shown.',
      });
}

const SHOWN = 20;

function Changes({ kind, answer: { changes, updated } }: { readonly kind: Kind; readonly answer: ManyAnswer }) {
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
        {(told.length > SHOWN || updated > SHOWN) && <li>{shownWords(kind, updated)}</li>}
      </ul>
    </details>
  );
}

function Change({ change }: { readonly change: ManyEdited['changes'][number] }) {
  const words = changeWords({ ...change, id: '', undone: false });
  return (
    <>
      {change.title} ·{' '}
      {'sentence' in words ? (
        words.sentence
      ) : (
        <>
          {words.label}: <BeforeAfter before={words.before} after={words.after} />
        </>
      )}
    </>
  );
}
