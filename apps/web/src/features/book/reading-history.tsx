import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { Book, ReadHistory } from '@lectern/contract';
import { useState } from 'react';
import { readHistoryQuery } from '#entities/book/queries.ts';
import { useUndoable } from '#entities/undo/use-undoable.ts';
import { useMay } from '#entities/user/use-may.ts';
import { request } from '#lib/api.ts';
import { formatMoment } from '#lib/format.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import css from './reading-history.module.css';

type Pass = ReadHistory['entries'][number];

/** Completed reads of a book, fetched on demand. */
export function ReadingHistory({ book }: { readonly book: Book }) {
  return (
    <Disclosure title={t`Reading history`} later>
      <Passes book={book} />
    </Disclosure>
  );
}

function Passes({ book }: { readonly book: Book }) {
  const query = useQuery(readHistoryQuery(book.id));
  const mayForget = useMay('ProgressWrite');
  const [forgotten, setForgotten] = useState<Pass | 'all'>();
  return (
    <QueryBoundary query={query} loading={<BoxSkeletons label={t`Loading the history`} />}>
      {({ entries, readCount }) =>
        entries.length === 0 ? (
          <p>{t`You have not finished this book yet.`}</p>
        ) : (
          <>
            <p>
              {readCount === 1
                ? t`You finished it once.`
                : t`You finished it ${plural(readCount, { one: '# time', other: '# times' })}.`}
            </p>
            <ol className={css['passes']} reversed>
              {entries.map((pass) => (
                <li key={pass.id} className={css['pass']}>
                  <span>
                    <span className={css['when']}>{t`Finished ${formatMoment(pass.completedAt)}`}</span>
                    <span className={css['how']}>{howWords(pass)}</span>
                  </span>
                  {mayForget && (
                    <IconButton
                      icon="trash"
                      label={t`Forget that it was finished ${formatMoment(pass.completedAt)}`}
                      onClick={() => setForgotten(pass)}
                    />
                  )}
                </li>
              ))}
            </ol>
            {mayForget && entries.length > 1 && (
              <Button look="quiet" icon="trash" onClick={() => setForgotten('all')}>{t`Forget all`}</Button>
            )}
            {forgotten !== undefined && (
              <ForgetDialog book={book} pass={forgotten} onClose={() => setForgotten(undefined)} />
            )}
          </>
        )
      }
    </QueryBoundary>
  );
}

/** "Begun 3 May 2026, 20:14, on Anna's tablet"; a book marked read has no start. */
function howWords({ startedAt, completedAt, deviceName }: Pass): string {
  const begun = startedAt === completedAt ? [] : [t`begun ${formatMoment(startedAt)}`];
  const words = [...begun, ...(deviceName === null ? [] : [t`on ${deviceName}`])].join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

interface ForgetDialogProps {
  readonly book: Book;
  readonly pass: Pass | 'all';
  readonly onClose: () => void;
}

/** Confirms the deletion of an entry, which has no undo. */
function ForgetDialog({ book, pass, onClose }: ForgetDialogProps) {
  const forget = useUndoable(onClose);
  const params = { id: book.id };
  const run = async () => {
    if (pass === 'all') await request('deleteBookReadHistory', { params });
    else await request('deleteBookReading', { params: { ...params, completionId: pass.id } });
    return { text: pass === 'all' ? t`Forgot every time you finished it` : t`Forgot one time you finished it` };
  };
  return (
    <Dialog
      title={pass === 'all' ? t`Forget the whole history?` : t`Forget this one?`}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Keep it`}</Button>
          <Button
            look="danger"
            icon="trash"
            busy={forget.isPending}
            onClick={() => forget.mutate(run)}
          >{t`Forget`}</Button>
        </>
      }
    >
      <p>
        {pass === 'all'
          ? t`No time you finished “${book.title}” is remembered then. Your place in it stays.`
          : t`That you finished “${book.title}” ${formatMoment(pass.completedAt)} is not remembered then. Your place in it stays.`}
      </p>
    </Dialog>
  );
}
